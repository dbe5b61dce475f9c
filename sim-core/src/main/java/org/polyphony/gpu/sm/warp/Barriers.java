package org.polyphony.gpu.sm.warp;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/**
 * The barrier of each thread block on an SM; it opens when every live warp has arrived.
 *
 * <p>State per thread-block slot: its warps, the live ones, and those that have arrived.
 */
public final class Barriers {
  private final WarpTable warps;
  private final boolean takesTime;
  private final long[] running;
  private final long[] arrived;

  /**
   * Creates a barrier for each thread-block slot.
   *
   * @param takesTime false if a warp arrives in its issue cycle, true if at the end of the pipe
   *     that executes barriers
   */
  public Barriers(int blocks, WarpTable warps, boolean takesTime) {
    this.warps = warps;
    this.takesTime = takesTime;
    this.running = new long[blocks];
    this.arrived = new long[blocks];
  }

  /** Starts a thread block with no warp at the barrier. */
  public void launch(int block, long warpsOfBlock) {
    running[block] = warpsOfBlock;
    arrived[block] = 0;
  }

  /** Restores a thread block with some warps waiting at the barrier. */
  public void restore(int block, long warpsOfBlock, long waiting) {
    launch(block, warpsOfBlock);
    arrived[block] = waiting;
    warps.waitAtBarrier(waiting);
  }

  /** A warp arrives and waits; returns true if it was the last one and the barrier opens. */
  @CanIgnoreReturnValue
  public boolean arrive(int block, int warp) {
    arrived[block] |= 1L << warp;
    warps.waitAtBarrier(1L << warp);
    return openIfComplete(block);
  }

  public boolean takesTime() {
    return takesTime;
  }

  /** A warp issues its barrier and waits; returns true if the barrier opens at once. */
  public boolean issued(int block, int warp) {
    if (takesTime) {
      warps.waitAtBarrier(1L << warp);
      return false;
    }
    return arrive(block, warp);
  }

  /** A barrier instruction leaves its pipe: its warp arrives, unless it was dropped. */
  public void completed(int block, int warp) {
    if ((warps.states().atBarrier() >>> warp & 1) != 0) {
      arrive(block, warp);
    }
  }

  /**
   * A warp has no more instructions, so the others no longer wait for it. Returns true if the
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
