package org.polyphony.gpu.sm.warp;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/**
 * The barrier of each thread block on an SM, which opens when every live warp has arrived, and its
 * {@link NamedBarriers}.
 *
 * <p>State per thread-block slot: its warps, the live ones, and those that have arrived.
 */
public final class Barriers {
  private final WarpTable warps;
  private final boolean takesTime;
  private final NamedBarriers named;
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
    this.named = new NamedBarriers(blocks, warps);
    this.running = new long[blocks];
    this.arrived = new long[blocks];
  }

  /** Starts a thread block with no warp at the barrier. */
  public void launch(int block, long warpsOfBlock) {
    running[block] = warpsOfBlock;
    arrived[block] = 0;
    named.launch(block);
  }

  /** Restores a thread block with some warps waiting at the barrier. */
  public void restore(int block, long warpsOfBlock, long waiting) {
    launch(block, warpsOfBlock);
    arrived[block] = waiting;
    warps.waitAtBarrier(waiting);
  }

  /** Returns the numbered barriers of a suspended block; {@code slots} are its warp slots. */
  public NamedBarriers.Saved saveNamed(int block, long slots) {
    return named.save(block, slots);
  }

  /** Restores the numbered barriers of a block in other warp slots, after {@link #restore}. */
  public void restoreNamed(int block, NamedBarriers.Saved saved, long slots) {
    named.restore(block, saved, slots);
  }

  /** Returns the warps of a block that wait at a numbered barrier. */
  public long waitingAtNamed(int block) {
    return named.waiting(block);
  }

  /**
   * A warp issues a numbered barrier.
   *
   * @param packed from {@link NamedBarriers#pack}
   * @param waits whether it waits there
   * @return whether the barrier opens at once
   */
  public boolean issuedNamed(int block, int warp, int packed, boolean waits) {
    long bit = waits ? 1L << warp : 0;
    warps.waitAtBarrier(bit);
    return !takesTime && named.arrive(block, packed, bit, running[block]);
  }

  /** An instruction of a numbered barrier leaves its pipe: its warp arrives. */
  public void completedNamed(int block, int warp, int packed, boolean waits) {
    long bit = waits ? 1L << warp : 0;
    if (takesTime && (warps.states().atBarrier() & bit) == bit) {
      named.arrive(block, packed, bit, running[block]);
    }
  }

  /** A warp arrives and waits; returns true if it was the last one and the barrier opens. */
  @CanIgnoreReturnValue
  public boolean arrive(int block, int warp) {
    arrived[block] |= 1L << warp;
    warps.waitAtBarrier(1L << warp);
    return openIfComplete(block);
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
    if (takesTime && (warps.states().atBarrier() >>> warp & 1) != 0) {
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
    boolean opened = named.leave(block, running[block]);
    return openIfComplete(block) || opened;
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
