package org.polyphony.gpu.mem;

/**
 * The banks of a DRAM channel that wait for a row command, a precharge or an activate, and when
 * each has waited long enough for itself; what banks share may hold it longer.
 *
 * <p>Bit b of a mask is bank b.
 */
final class RowCommands {
  private final long[] allowedAt; // by bank, in command clocks
  private long waiting;
  private long held; // of those waiting, the ones whose own time had not come when last asked
  private long dueAt = Long.MAX_VALUE; // no own time of these is before

  RowCommands(int banks) {
    allowedAt = new long[banks];
  }

  long banks() {
    return waiting;
  }

  /** Lets a bank wait for a row command, which its own constraints allow from a clock on. */
  void await(int bank, long clock) {
    allowedAt[bank] = clock;
    waiting |= 1L << bank;
    held |= 1L << bank;
    dueAt = Math.min(dueAt, clock);
  }

  /** Takes a bank that has got its last row command. */
  void end(int bank) {
    waiting &= ~(1L << bank);
    held &= waiting;
  }

  /** Returns the banks whose own constraints allow a command in a clock, not before the last. */
  long allowed(long clock) {
    if (clock >= dueAt) {
      release(clock);
    }
    return waiting & ~held;
  }

  private void release(long clock) {
    dueAt = Long.MAX_VALUE;
    for (long rest = held; rest != 0; rest &= rest - 1) {
      int bank = Long.numberOfTrailingZeros(rest);
      if (allowedAt[bank] <= clock) {
        held &= ~(1L << bank);
      } else {
        dueAt = Math.min(dueAt, allowedAt[bank]);
      }
    }
  }

  /** Returns the clock before which no bank that {@link #allowed} left out is allowed one. */
  long dueAt() {
    return dueAt;
  }
}
