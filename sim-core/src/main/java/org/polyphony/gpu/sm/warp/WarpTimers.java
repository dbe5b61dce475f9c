package org.polyphony.gpu.sm.warp;

/**
 * Timers of the warps of an SM.
 *
 * <p>State: bit w of {@code waiting} while warp slot w waits; per waiting slot, the cycle in which
 * its timer ends.
 */
public final class WarpTimers {
  private final long[] until = new long[64]; // by warp slot
  private long waiting;

  /** Makes a warp wait until a cycle. */
  public void start(int warp, long cycle) {
    until[warp] = cycle;
    waiting |= 1L << warp;
  }

  /** Cancels the timers of warps. */
  public void end(long warps) {
    waiting &= ~warps;
  }

  /** Ends the timers that are due and returns their warps. */
  public long release(long cycle) {
    long released = 0;
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      released |= until[warp] <= cycle ? 1L << warp : 0;
    }
    waiting &= ~released;
    return released;
  }

  public long waiting() {
    return waiting;
  }

  /** Returns the first cycle in which a timer ends, or {@code Long.MAX_VALUE}. */
  public long next() {
    long next = Long.MAX_VALUE;
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      next = Math.min(next, until[Long.numberOfTrailingZeros(rest)]);
    }
    return next;
  }
}
