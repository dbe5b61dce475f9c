package org.polyphony.gpu.sm.execution;

/**
 * The cycles between two memory instructions of a warp: after one, its warp issues no other for a
 * while.
 *
 * <p>State: bit w of {@code held} while warp slot w has to wait; per such slot the cycle from which
 * it need not. Source: experiments/hardware/memory-issue.cu.
 */
final class MemorySpacing {
  private final int interval; // cycles
  private final long[] freeFrom = new long[64]; // by warp slot
  private long held;

  /** Makes one; with an interval of 0 or 1 nothing ever waits. */
  MemorySpacing(int interval) {
    this.interval = interval;
  }

  /** Returns true when a warp ever has to wait. */
  boolean isNeeded() {
    return interval > 1;
  }

  /** Takes notice that a warp issues a memory instruction, where {@link #isNeeded}. */
  void issued(int warp, long cycle) {
    freeFrom[warp] = cycle + interval;
    held |= 1L << warp;
  }

  /** Lets the warps go whose time has come, and returns them. */
  long release(long cycle) {
    long released = 0;
    for (long rest = held; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      released |= freeFrom[warp] <= cycle ? 1L << warp : 0;
    }
    held &= ~released;
    return released;
  }

  /** Returns the warps that have to wait. */
  long held() {
    return held;
  }

  /** Returns the first cycle in which a warp need not wait any more, or {@code Long.MAX_VALUE}. */
  long next() {
    long next = Long.MAX_VALUE;
    for (long rest = held; rest != 0; rest &= rest - 1) {
      next = Math.min(next, freeFrom[Long.numberOfTrailingZeros(rest)]);
    }
    return next;
  }
}
