package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.testing.Devices;

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
    assertEquals("name", new Alone().violations(Devices.gpu("sms", 4), 2).get(0).path());
  }
}
