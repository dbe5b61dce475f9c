package org.polyphony.host.device;

import java.util.Arrays;
import org.polyphony.host.time.EventQueue;

/**
 * Turns of a slice each, in the cyclic order of the queues, as under {@code time-slice}: a turn
 * ends early when the last thread block of the launch has a place. A slice that ends while thread
 * blocks of another are still leaving is granted again (DEVIATIONS.md 3).
 */
public final class SliceTurns implements PartOrder {
  private final long sliceNanos;
  private int turn; // queue
  private long sliceEnd;
  private boolean alone = true;

  /**
   * Makes the order.
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
  public long due() {
    return alone ? EventQueue.NEVER : sliceEnd;
  }

  private static int nextAfter(int queue, int ready) {
    int later = ready & -2 << queue;
    return Integer.numberOfTrailingZeros(later != 0 ? later : ready);
  }
}
