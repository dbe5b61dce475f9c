package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class SmkPTest extends PartitionPolicyContract {
  @Override
  PartitionPolicy create(int processes) {
    return new SmkP();
  }

  /**
   * 320 threads of 64 registers take 31.25% of the registers, 128 threads of 24 take 6.25% of the
   * threads: turns at 0 and 0, 5 x 6.25% against 31.25%, 10 x 6.25% against 62.5%.
   */
  @Test
  void givesTheNextThreadBlockToTheSmallerDominantShareForWhichItFits() {
    TestView view = new TestView(2, 2).add(0, 320, 64, 14_568, 99).add(1, 128, 24, 0, 99);

    create(2).partition(0, view, view.quotas());

    assertEquals("2 2", view.quotasOf(0)); // 40,960 registers
    assertEquals("8 8", view.quotasOf(1)); // 3072 each of the 24,576 left
    assertFalse(view.quotas().isExclusive(0));
  }

  @Test
  void startsWithTheKernelThatStartedFirst() {
    TestView view = new TestView(1, 2).add(0, 1024, 99).add(1, 1024, 99);

    assertArrayEquals(new int[] {1, 1}, counts(view));
  }

  @Test
  void givesWhatOneKernelCannotUseToTheOther() {
    TestView view = new TestView(1, 2).add(0, 64, 16, 49_152, 99).add(1, 256, 99);

    assertArrayEquals(new int[] {2, 7}, counts(view)); // shared memory is full
  }

  /** Slots give 1/32 a thread block against 1/8: four for one, until 96 threads are left. */
  @Test
  void countsThreadBlockSlotsAsAResource() {
    TestView view = new TestView(1, 2).add(0, 32, 99).add(1, 256, 99);

    assertArrayEquals(new int[] {24, 5}, counts(view));
  }

  private static int[] counts(TestView view) {
    return DominantShares.counts(view.config().sm(), new ShortLaunches().sharers(view));
  }

  @Test
  void splitsTheSmsBetweenKernelsThatDoNotFitOnOneTogether() {
    TestView view = new TestView(2, 2).add(0, 512, 80, 0, 99).add(1, 512, 80, 0, 99);

    create(2).partition(0, view, view.quotas());

    assertEquals("* 0", view.quotasOf(0));
    assertEquals("0 *", view.quotasOf(1));
  }
}
