package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.TestDevices;

class AloneTest extends PartitionPolicyContract {
  @Override
  PartitionPolicy create(int processes) {
    return new Alone();
  }

  @Override
  int mostProcesses() {
    return 1;
  }

  @Test
  void refusesTwoWorkloads() {
    assertEquals("name", new Alone().violations(TestDevices.gpu(4, 0), 2).get(0).path());
  }
}
