package org.polyphony.gpu.sm.warp;

/**
 * Warps of an SM that wait until a cycle.
 *
 * <p>State: bit w of {@code waiting} while warp slot w waits; per such slot the cycle from which it
 * does not.
 */
public final class WarpTimers {
  private final long[] until = new long[64]; // by warp slot
  private long waiting;

  /** Lets the warp in a slot wait until a cycle. */
  public void start(int warp, long cycle) {
    until[warp] = cycle;
    waiting |= 1L << warp;
  }

  /** Ends the wait of warps, whatever their time. */
  public void end(long warps) {
    waiting &= ~warps;
  }

  /** Lets the warps go whose time has come, and returns them. */
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

  /** Returns the first cycle in which a warp need not wait any more, or {@code Long.MAX_VALUE}. */
  public long next() {
    long next = Long.MAX_VALUE;
    for (long rest = waiting; rest != 0; rest &= rest - 1) {
      next = Math.min(next, until[Long.numberOfTrailingZeros(rest)]);
    }
    return next;
  }
}
