package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PreemptivePriorityTest extends PartitionPolicyContract {
  @Override
  PartitionPolicy create(int processes) {
    return new PreemptivePriority();
  }

  @Test
  void closesAsManySmsToLowerPriorityAsTheThreadBlocksNeed() {
    TestView view = new TestView(4, 2).add(0, 256, 1000).add(1, 256, 12).withPriority(1, 1);

    create(2).partition(0, view, view.quotas());

    assertEquals("0 0 * *", view.quotasOf(0)); // 8 on an SM
    assertEquals("* * * *", view.quotasOf(1));
  }

  @Test
  void leavesKernelsOfEqualPriorityWhatIsFree() {
    TestView view = new TestView(2, 2).add(0, 256, 1000).add(1, 256, 12);

    create(2).partition(0, view, view.quotas());

    assertEquals("* *", view.quotasOf(0));
  }
}
