package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.WarpTimers;

/**
 * What the machine code tells the warp schedulers of an SM, where it is known: for how many cycles
 * a warp issues nothing after an instruction, whether or not it waits for a result, and whether it
 * lets others go first then.
 *
 * <p>State: the warps that stall; bit w of {@code going}, one of a scheduler at most, while it is
 * the turn of warp w: from an instruction that does not yield until one that does, or until the
 * warp has to wait for anything but its stall or a pipe. Source: experiments/hardware/yield.py.
 */
final class WarpStalls {
  private final WarpTimers stalls = new WarpTimers();
  private long going;

  /** Takes notice that the warp with this bit has issued an instruction with a stall count. */
  void issued(long warp, long mine, Instruction instruction, long cycle) {
    if (instruction.yields) {
      going &= ~warp;
    } else if ((going & mine) == 0) {
      going |= warp;
    }
    if (instruction.stall > 1) {
      stalls.start(Long.numberOfTrailingZeros(warp), cycle + instruction.stall);
    }
  }

  /** Forgets the warp with this bit. */
  void end(long warp) {
    stalls.end(warp);
    going &= ~warp;
  }

  /** Returns true when there is anything to be done in a cycle. */
  boolean areAny() {
    return (held() | going) != 0;
  }

  /**
   * Lets the warps go whose stall is over; those of them that are not ready have to wait.
   *
   * @param ready the warps that could issue if they did not stall
   * @return true when a stall ended
   */
  boolean tick(long cycle, long ready) {
    long released = stalls.release(cycle);
    going &= held() | ready;
    return released != 0;
  }

  long held() {
    return stalls.waiting();
  }

  /** Returns the warps whose turn it still is: they have not yielded it, nor had to wait. */
  long going() {
    return going;
  }

  /** Returns the first cycle in which a stall ends, or {@code Long.MAX_VALUE}. */
  long next() {
    return stalls.next();
  }
}
