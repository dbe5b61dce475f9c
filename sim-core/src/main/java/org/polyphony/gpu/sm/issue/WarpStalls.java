package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.WarpTimers;

/**
 * Stall counts and yield hints of the machine code, where known: how long a warp may not issue
 * after an instruction, whether or not its operands are ready, and whether it then lets others go
 * first.
 *
 * <p>State: the stalled warps; bit w of {@code going}, at most one per scheduler, while warp w
 * keeps its turn: from an instruction that does not yield until one that does, or until the warp
 * waits for anything except its stall or a pipe. A sleeping warp is a stalled one. Source:
 * experiments/hardware/yield.py.
 */
final class WarpStalls {
  private final WarpTimers stalls = new WarpTimers();
  private long going;

  /** Called when a warp has issued an instruction with a stall count. */
  void issued(long warp, long mine, Instruction instruction, long cycle) {
    if (instruction.yields) {
      going &= ~warp;
    } else if ((going & mine) == 0) {
      going |= warp;
    }
    boolean sleeps = (held() & warp) != 0; // since this instruction
    if (instruction.stall > 1 && !sleeps) {
      stalls.start(Long.numberOfTrailingZeros(warp), cycle + instruction.stall);
    }
  }

  /** Makes a warp sleep until a cycle. */
  void sleep(int warp, long until) {
    going &= ~(1L << warp);
    stalls.start(warp, until);
  }

  /** Clears the state of a warp. */
  void end(long warp) {
    stalls.end(warp);
    going &= ~warp;
  }

  /** Returns whether any warp is stalled or keeps its turn. */
  boolean areAny() {
    return (held() | going) != 0;
  }

  /**
   * Ends stalls that are due; warps that are then not ready lose their turn.
   *
   * @param ready warps that could issue if they were not stalled
   * @return whether a stall has ended
   */
  boolean tick(long cycle, long ready) {
    long released = stalls.release(cycle);
    going &= held() | ready;
    return released != 0;
  }

  long held() {
    return stalls.waiting();
  }

  /** Returns the warps that keep their turn. */
  long going() {
    return going;
  }

  /** Returns the first cycle in which a stall ends, or {@code Long.MAX_VALUE}. */
  long next() {
    return stalls.next();
  }
}
