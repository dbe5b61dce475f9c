package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class SmkEvenTest extends PartitionPolicyContract {
  @Override
  PartitionPolicy create(int processes) {
    return new SmkEven();
  }

  @Test
  void halvesEachResourceOfEachSm() {
    TestView view = new TestView(2, 2).add(0, 320, 64, 14_568, 99).add(1, 128, 24, 0, 99);

    create(2).partition(0, view, view.quotas());

    assertEquals("1 1", view.quotasOf(0)); // LC: 20,480 of 32,768 registers
    assertEquals("8 8", view.quotasOf(1)); // BS: 1024 threads
    assertFalse(view.quotas().isExclusive(0));
  }

  @Test
  void thirdsAmongThree() {
    TestView view = new TestView(1, 3).add(0, 128, 99).add(1, 256, 99).add(2, 32, 99);

    create(3).partition(0, view, view.quotas());

    assertEquals("5", view.quotasOf(0)); // of 682 threads
    assertEquals("2", view.quotasOf(1));
    assertEquals("10", view.quotasOf(2)); // of 32 slots
  }

  @Test
  void givesOneThreadBlockToAKernelThatDoesNotFitItsHalfAndTheRestToTheOther() {
    TestView view = new TestView(1, 2).add(0, 512, 80, 0, 99).add(1, 256, 32, 0, 99);

    create(2).partition(0, view, view.quotas());

    assertEquals("1", view.quotasOf(0)); // FDTD: 40,960 of 65,536 registers
    assertEquals("3", view.quotasOf(1)); // 8192 each of the 24,576 left, not 4
  }

  @Test
  void splitsTheSmsBetweenKernelsThatDoNotFitOnOneTogether() {
    TestView view = new TestView(2, 2).add(0, 512, 80, 0, 99).add(1, 512, 80, 0, 99);

    create(2).partition(0, view, view.quotas());

    assertEquals("* 0", view.quotasOf(0));
    assertEquals("0 *", view.quotasOf(1));
  }
}
