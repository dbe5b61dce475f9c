package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.sm.warp.Instruction;

/**
 * What the machine code tells the warp schedulers of an SM, where it is known: for how many cycles
 * a warp issues nothing after an instruction, whether or not it waits for a result, and whether it
 * lets others go first then.
 *
 * <p>State: bit w of {@code held} while warp slot w stalls, and the cycle from which it does not;
 * of {@code going}, one of a scheduler at most, while it is the turn of warp w: from an instruction
 * that does not yield until one that does, or until the warp has to wait for anything but its stall
 * or a pipe. Source: experiments/hardware/yield.py.
 */
final class WarpStalls {
  private final long[] freeFrom = new long[64]; // by warp slot
  private long held;
  private long going;

  /**
   * Takes notice that the warp with this bit has issued an instruction with a stall count.
   *
   * @param mine the warps of its scheduler
   */
  void issued(long warp, long mine, Instruction instruction, long cycle) {
    if (instruction.yields) {
      going &= ~warp;
    } else if ((going & mine) == 0) {
      going |= warp;
    }
    if (instruction.stall > 1) {
      freeFrom[Long.numberOfTrailingZeros(warp)] = cycle + instruction.stall;
      held |= warp;
    }
  }

  /** Forgets the warp with this bit. */
  void end(long warp) {
    held &= ~warp;
    going &= ~warp;
  }

  /** Returns true when there is anything to be done in a cycle. */
  boolean areAny() {
    return (held | going) != 0;
  }

  /**
   * Lets the warps go whose stall is over; those of them that are not ready have to wait.
   *
   * @param ready the warps that could issue if they did not stall
   * @return true when a stall ended
   */
  boolean tick(long cycle, long ready) {
    long before = held;
    for (long rest = held; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      held &= freeFrom[warp] <= cycle ? ~(1L << warp) : -1L;
    }
    going &= held | ready;
    return held != before;
  }

  /** Returns the warps that stall. */
  long held() {
    return held;
  }

  /** Returns the warps whose turn it still is: they have not yielded it, nor had to wait. */
  long going() {
    return going;
  }

  /** Returns the first cycle in which a stall ends, or {@code Long.MAX_VALUE}. */
  long next() {
    long next = Long.MAX_VALUE;
    for (long rest = held; rest != 0; rest &= rest - 1) {
      next = Math.min(next, freeFrom[Long.numberOfTrailingZeros(rest)]);
    }
    return next;
  }
}
