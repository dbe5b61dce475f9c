package org.polyphony.host.device;

import java.util.Arrays;
import org.polyphony.host.time.EventQueue;

/**
 * Time slices in cyclic order of the queues, as under {@code time-slice}: a turn ends early when
 * the last thread block of the launch is placed. A slice that ends while thread blocks of another
 * launch are still leaving is extended by another slice (DEVIATIONS.md 3).
 */
public final class SliceTurns implements PartOrder {
  private final long sliceNanos;
  private int turn; // current queue
  private long sliceEnd;
  private boolean alone = true;

  /**
   * Creates the order.
   *
   * @param sliceNanos length of a turn, at least 1
   */
  public SliceTurns(long sliceNanos) {
    this.sliceNanos = sliceNanos;
  }

  @Override
  public void assign(long now, int ready, int draining, int[] owner) {
    boolean over = now >= sliceEnd;
    if ((ready >>> turn & 1) == 0 || (over && (draining & ~(1 << turn)) == 0)) {
      turn = nextAfter(turn, ready);
      sliceEnd = now + sliceNanos;
    } else if (over) {
      sliceEnd = now + sliceNanos;
    }
    alone = Integer.bitCount(ready) == 1;
    Arrays.fill(owner, turn);
  }

  @Override
  public long nextWork() {
    return alone ? EventQueue.NEVER : sliceEnd;
  }

  private static int nextAfter(int queue, int ready) {
    int later = ready & -2 << queue;
    return Integer.numberOfTrailingZeros(later != 0 ? later : ready);
  }
}
