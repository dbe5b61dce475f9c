package org.polyphony.gpu.sm.warp;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/**
 * The barrier of each thread block on an SM: it opens when every warp that has not ended has
 * arrived.
 *
 * <p>State per thread-block slot: its warps, those that have not ended, those that have arrived.
 */
public final class Barriers {
  private final WarpTable warps;
  private final long[] running;
  private final long[] arrived;

  /** Makes a barrier for each thread-block slot. */
  public Barriers(int blocks, WarpTable warps) {
    this.warps = warps;
    this.running = new long[blocks];
    this.arrived = new long[blocks];
  }

  /** Begins a thread block, of which no warp has arrived. */
  public void launch(int block, long warpsOfBlock) {
    running[block] = warpsOfBlock;
    arrived[block] = 0;
  }

  /** Takes back the warps of a thread block, of which some waited already. */
  public void restore(int block, long warpsOfBlock, long waiting) {
    launch(block, warpsOfBlock);
    arrived[block] = waiting;
    warps.waitAtBarrier(waiting);
  }

  /** A warp arrives and waits; returns true when it was the last and the barrier opens. */
  @CanIgnoreReturnValue
  public boolean arrive(int block, int warp) {
    arrived[block] |= 1L << warp;
    warps.waitAtBarrier(1L << warp);
    return openIfComplete(block);
  }

  /** A warp waits whose arrival is on its way. */
  public void approach(int warp) {
    warps.waitAtBarrier(1L << warp);
  }

  /** The arrival of a warp comes in; one that was dropped meanwhile waits for nothing. */
  public void arriveLate(int block, int warp) {
    if ((warps.states().atBarrier() >>> warp & 1) != 0) {
      arrive(block, warp);
    }
  }

  /**
   * A warp has no further instruction; the others no longer wait for it. Returns true when the
   * barrier opens.
   */
  @CanIgnoreReturnValue
  public boolean leave(int block, int warp) {
    running[block] &= ~(1L << warp);
    arrived[block] &= ~(1L << warp);
    return openIfComplete(block);
  }

  private boolean openIfComplete(int block) {
    if (arrived[block] == 0 || arrived[block] != running[block]) {
      return false;
    }
    long released = arrived[block];
    arrived[block] = 0;
    warps.leaveBarrier(released);
    return true;
  }
}
