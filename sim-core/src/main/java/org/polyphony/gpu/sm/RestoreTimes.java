package org.polyphony.gpu.sm;

/**
 * How long the contexts of suspended thread blocks took to come back.
 *
 * <p>State per thread-block slot: whether its context is on its way back and since when; core
 * cycles that the way took, 0 for a thread block that was launched.
 */
final class RestoreTimes {
  private final long[] since;
  private final long[] cycles;
  private int restoring; // bit per slot

  RestoreTimes(int slots) {
    since = new long[slots];
    cycles = new long[slots];
  }

  /** Forgets what was in a slot before. */
  void clear(int slot) {
    restoring &= ~(1 << slot);
    cycles[slot] = 0;
  }

  /** Notes that a context is on its way back. */
  void begin(long cycle, int slot) {
    restoring |= 1 << slot;
    since[slot] = cycle;
  }

  /** Notes that a thread block goes on, or that it has to leave; nothing when none comes back. */
  void end(long cycle, int slot) {
    if ((restoring >>> slot & 1) != 0) {
      restoring &= ~(1 << slot);
      cycles[slot] = cycle - since[slot];
    }
  }

  /** Returns what the way back took. */
  long cycles(int slot) {
    return cycles[slot];
  }
}
