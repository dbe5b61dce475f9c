package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SmkPwTest extends PartitionPolicyContract {
  @Override
  PartitionPolicy create(int processes) {
    return new SmkPw();
  }

  @Test
  void dividesThreadBlocksAsSmkP() {
    TestView view = new TestView(2, 2).add(0, 320, 64, 14_568, 99).add(1, 128, 24, 0, 99);

    create(2).partition(0, view, view.quotas());

    assertEquals("2 2", view.quotasOf(0));
    assertEquals("8 8", view.quotasOf(1));
  }

  @Test
  void setsTheKernelSchedulerWhateverTheConfigSays() {
    assertEquals("fair", create(2).kernelScheduler("lrr"));
    assertEquals("lrr", new SmkP().kernelScheduler("lrr"));
  }
}
