package org.polyphony.gpu.sm;

/**
 * The account of the issue slots of an SM: every slot of every cycle is charged to exactly one
 * cause. Cycles in which the SM slept are charged when it wakes, to what it waited for.
 */
final class IssueSlots {
  private static final StallCause[] CAUSES = StallCause.values();

  private final int schedulers;
  private final int memoryPort;
  private final WarpTable warps;
  private final long[] warpsOf;
  private final long[] charged = new long[CAUSES.length];
  private long chargedUntil;

  IssueSlots(int schedulers, int memoryPort, WarpTable warps, long[] warpsOf) {
    this.schedulers = schedulers;
    this.memoryPort = memoryPort;
    this.warps = warps;
    this.warpsOf = warpsOf;
  }

  /** Charges the slots of all cycles before {@code cycle} that are not charged yet. */
  void chargeUntil(long cycle) {
    long slept = cycle - chargedUntil;
    if (slept > 0) {
      for (int s = 0; s < schedulers; s++) {
        charged[cause(s)] += slept;
      }
      chargedUntil = cycle;
    }
  }

  /** Charges this cycle's slots; bit s of {@code issued} tells that scheduler s issued. */
  void charge(long cycle, int issued) {
    for (int s = 0; s < schedulers; s++) {
      charged[(issued >>> s & 1) != 0 ? StallCause.ISSUED.ordinal() : cause(s)]++;
    }
    chargedUntil = cycle + 1;
  }

  private int cause(int scheduler) {
    long mine = warpsOf[scheduler];
    long ready = warps.ready() & mine;
    StallCause cause;
    if ((warps.alive & mine) == 0) {
      cause = StallCause.NO_WARP;
    } else if (ready != 0) {
      boolean onlyMemory = (ready & ~warps.readyAt[memoryPort]) == 0;
      cause = onlyMemory ? StallCause.MEMORY_PIPE_BUSY : StallCause.PIPE_BUSY;
    } else if ((warps.blockedOnLoad & mine) != 0) {
      cause = StallCause.LOAD_DEPENDENCY;
    } else if ((warps.blockedOnResult & mine) != 0) {
      cause = StallCause.RESULT_DEPENDENCY;
    } else if ((warps.atBarrier & mine) != 0) {
      cause = StallCause.BARRIER;
    } else if ((warps.atFence & mine) != 0) {
      cause = StallCause.FENCE;
    } else {
      cause = (warps.unfetched & mine) != 0 ? StallCause.FETCH : StallCause.DRAINING;
    }
    return cause.ordinal();
  }

  /** Returns the slots charged to a cause. */
  long charged(StallCause cause) {
    return charged[cause.ordinal()];
  }
}
