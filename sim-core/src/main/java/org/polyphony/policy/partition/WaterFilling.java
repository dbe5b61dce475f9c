package org.polyphony.policy.partition;

import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;

/**
 * Water filling: every kernel begins with one thread block; again and again the kernel with the
 * lowest normalized performance gets the least number of thread blocks that improves it, until
 * nothing that would improve fits. This makes the smallest normalized performance as large as it
 * can be. Source: Xu et al., ISCA'16, the algorithm of section 4.
 */
final class WaterFilling {
  private final ScalingCurve[] curves;
  private final ThreadBlockNeed[] needs;
  private final SmRoom room;
  private final int[] counts;
  private int open; // kernels that may still get more, a bit each

  private WaterFilling(SmConfig sm, ScalingCurve[] curves, ThreadBlockNeed[] needs) {
    this.curves = curves;
    this.needs = needs;
    this.room = new SmRoom(sm);
    this.counts = new int[curves.length];
    this.open = (1 << curves.length) - 1;
  }

  /**
   * Returns how many thread blocks of each kernel an SM holds, in the order of the curves.
   *
   * @param sm an SM on which one thread block of each kernel fits
   */
  static int[] counts(SmConfig sm, ScalingCurve[] curves, ThreadBlockNeed[] needs) {
    WaterFilling filling = new WaterFilling(sm, curves, needs);
    for (int i = 0; i < curves.length; i++) {
      filling.take(i, 1);
    }
    while (filling.open != 0) {
      filling.raiseTheLowest();
    }
    return filling.counts;
  }

  private void raiseTheLowest() {
    int lowest = Integer.numberOfTrailingZeros(open);
    for (int rest = open; rest != 0; rest &= rest - 1) {
      int i = Integer.numberOfTrailingZeros(rest);
      lowest = level(i) < level(lowest) ? i : lowest;
    }
    int more = leastThatImproves(lowest);
    if (more == 0 || room.fitting(needs[lowest], 1) < more) {
      open &= ~(1 << lowest);
    } else {
      take(lowest, more);
    }
  }

  private double level(int index) {
    return curves[index].normalized(counts[index]);
  }

  /** Returns by how many thread blocks the next better count is away, 0 when there is none. */
  private int leastThatImproves(int index) {
    for (int count = counts[index] + 1; count <= curves[index].threadBlocks(); count++) {
      if (curves[index].normalized(count) > level(index)) {
        return count - counts[index];
      }
    }
    return 0;
  }

  private void take(int index, int threadBlocks) {
    counts[index] += threadBlocks;
    for (int i = 0; i < threadBlocks; i++) {
      room.take(needs[index]);
    }
  }
}
