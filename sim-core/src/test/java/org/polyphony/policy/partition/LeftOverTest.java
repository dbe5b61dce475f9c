package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LeftOverTest extends PartitionPolicyContract {
  @Override
  PartitionPolicy create(int processes) {
    return new LeftOver();
  }

  @Test
  void ranksKernelsInTheOrderOfTheirStart() {
    TestView view = new TestView(2, 2).add(1, 256, 9).add(0, 256, 9);

    create(2).partition(0, view, view.quotas());

    assertTrue(view.quotas().rank(0) < view.quotas().rank(1));
    assertEquals("* *", view.quotasOf(1));
  }
}
