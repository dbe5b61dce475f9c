package org.polyphony.policy.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.sm.issue.KernelWarps;

class IssuedPerReadyTest {
  private static final int ROW = 2;
  private static final int OTHER = 5;
  private static final long FIRST = 0b0000_1111; // four warps
  private static final long SECOND = 0b0001_0000; // one warp

  private final KernelWarps kernels = new KernelWarps();
  private final IssuedPerReady ipr = new IssuedPerReady(2, kernels);

  IssuedPerReadyTest() {
    for (int warp = 0; warp < 4; warp++) {
      kernels.add(ROW, warp);
    }
    kernels.add(OTHER, 4);
  }

  /** Chooses on scheduler 0 with these ready warps, and issues. */
  private int step(long ready) {
    long chosen = ipr.choose(0, ready, 0);
    int row = (chosen & FIRST) != 0 ? ROW : OTHER;
    assertEquals(ready & kernels.warpsOf(row), chosen);
    ipr.issued(0, row);
    return row;
  }

  /**
   * Four ready warps against one: issued / ready is 0/4 and 0/1, then 1/8 and 0/2, 1/12 and 1/3,
   * 2/16 and 1/4, 3/20 and 1/5, 4/24 and 1/6, where they are equal.
   */
  @Test
  void favorsTheKernelWithMoreReadyWarps() {
    int[] expected = {ROW, OTHER, ROW, ROW, ROW, ROW, OTHER};

    for (int row : expected) {
      assertEquals(row, step(FIRST | SECOND));
    }
  }

  @Test
  void issuesFromTheOtherKernelWhenTheFirstHasNoReadyWarp() {
    step(FIRST | SECOND);

    assertEquals(ROW, step(FIRST));
    assertEquals(OTHER, step(SECOND));
  }

  @Test
  void countsForEachSchedulerApart() {
    step(FIRST | SECOND);

    assertEquals(FIRST, ipr.choose(1, FIRST | SECOND, 0));
  }

  @Test
  void choosesAmongPreferredWarpsAndCountsAllThatAreReady() {
    assertEquals(SECOND, ipr.choose(0, FIRST | SECOND, SECOND));
    ipr.issued(0, OTHER); // 0/4 and 1/1

    assertEquals(ROW, step(FIRST | SECOND)); // 0/8 and 1/2
    assertEquals(ROW, step(FIRST | SECOND)); // 1/12 and 1/3
  }

  @Test
  void beginsAnewWithAKernelThatComes() {
    step(SECOND);
    step(SECOND);
    step(FIRST);

    ipr.kernelArrived(OTHER);

    assertEquals(OTHER, step(FIRST | SECOND)); // 1/8 and 0/1
  }

  @Test
  void comparesProductsBeyond64Bits() {
    long large = 1L << 40;

    assertTrue(IssuedPerReady.isLess(large, large, large, large + 1));
    assertFalse(IssuedPerReady.isLess(large, large + 1, large, large));
    assertFalse(IssuedPerReady.isLess(large, large, large, large));
    assertTrue(IssuedPerReady.isLess(1L << 31, 1L << 31, 3037000500L, 3037000500L)); // 2^62, 2^63
  }
}
