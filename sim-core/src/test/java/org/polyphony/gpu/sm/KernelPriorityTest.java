package org.polyphony.gpu.sm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class KernelPriorityTest {
  private static final long FIRST = 0b0011;
  private static final long SECOND = 0b1100;

  /** Kernels in rows 2 and 5 with two warps each. */
  private static KernelPriority twoKernels(boolean roundRobin) {
    KernelPriority priority = new KernelPriority(roundRobin, 1, 64);
    priority.launched(2, 0);
    priority.launched(2, 1);
    priority.launched(5, 2);
    priority.launched(5, 3);
    return priority;
  }

  @Test
  void keepsTheFirstKernelInFrontWhileTheOtherHasNoReadyWarp() {
    KernelPriority priority = twoKernels(true);

    assertEquals(0b0001, priority.choose(0, 0b0001));
    assertEquals(FIRST, priority.choose(0, FIRST));
  }

  @Test
  void movesOnWhenAKernelFurtherBackHadAReadyWarp() {
    KernelPriority priority = twoKernels(true);

    assertEquals(FIRST, priority.choose(0, FIRST | SECOND));
    assertEquals(SECOND, priority.choose(0, FIRST | SECOND));
    assertEquals(FIRST, priority.choose(0, FIRST | SECOND));
  }

  @Test
  void letsTheKernelBehindIssueWhenTheFirstCannot() {
    KernelPriority priority = twoKernels(true);

    assertEquals(SECOND, priority.choose(0, SECOND));
    assertEquals(SECOND, priority.choose(0, FIRST | SECOND));
  }

  @Test
  void doesNotMatterWithOneKernelLeft() {
    KernelPriority priority = twoKernels(true);

    priority.removed(5, 2);
    assertTrue(priority.matters());
    priority.removed(5, 3);

    assertFalse(priority.matters());
  }

  @Test
  void doesNotMatterWhenAllKernelsFormOnePool() {
    assertFalse(twoKernels(false).matters());
  }
}
