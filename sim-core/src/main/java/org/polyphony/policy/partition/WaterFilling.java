package org.polyphony.policy.partition;

import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;

/**
 * Water filling: every kernel starts with one thread block; then the kernel with the lowest
 * normalized performance repeatedly gets the smallest number of thread blocks that improves it,
 * until no improvement fits. This maximizes the minimum normalized performance. Source: Xu et al.,
 * ISCA'16, algorithm of section 4.
 */
final class WaterFilling {
  private final ScalingCurve[] curves;
  private final ThreadBlockNeed[] needs;
  private final SmRoom room;
  private final int[] counts;
  private int open; // bit i: kernel i may still get more

  private WaterFilling(SmConfig sm, ScalingCurve[] curves, ThreadBlockNeed[] needs) {
    this.curves = curves;
    this.needs = needs;
    this.room = new SmRoom(sm);
    this.counts = new int[curves.length];
    this.open = (1 << curves.length) - 1;
  }

  /**
   * Returns the thread blocks of each kernel on an SM, in the order of the curves.
   *
   * @param sm an SM that can hold one thread block of each kernel
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

  /** Returns the smallest increment that improves performance; 0 if there is none. */
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
    room.take(needs[index], threadBlocks);
  }
}
