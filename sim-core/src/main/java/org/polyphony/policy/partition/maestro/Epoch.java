package org.polyphony.policy.partition.maestro;

import java.util.Arrays;

/**
 * What the SMs of each role did in an epoch. It can be interrupted, while only one of the kernels
 * runs, and goes on where it was.
 *
 * <p>State per role and kernel of the pair: thread instructions issued; per role: SM cycles.
 */
final class Epoch {
  private static final long STOPPED = -1;

  private final long[] instructions = new long[2 * Role.ALL.length];
  private final long[] smCycles = new long[Role.ALL.length];
  private long cycles; // before the present run
  private long startedAt = STOPPED;
  private long[] atStart = new long[0];

  /** Thread instructions issued by the kernels of the pair on SMs of the group. */
  @FunctionalInterface
  interface Counters {
    /** Returns those of a kernel of the pair, 0 or 1, on an SM, by its index in the group. */
    long of(int index, int side);
  }

  /** Begins, or goes on. */
  void start(long cycle, int sms, Counters counters) {
    startedAt = cycle;
    atStart = new long[2 * sms];
    for (int i = 0; i < atStart.length; i++) {
      atStart[i] = counters.of(i >> 1, i & 1);
    }
  }

  /** Interrupts or ends it; nothing happens while it does not run. */
  void stop(long cycle, Roles roles, Counters counters) {
    if (!isRunning()) {
      return;
    }
    for (int i = 0; i < atStart.length; i++) {
      int at = 2 * roles.of(i >> 1).ordinal() + (i & 1);
      instructions[at] += counters.of(i >> 1, i & 1) - atStart[i];
    }
    for (int i = 0; i < roles.size(); i++) {
      smCycles[roles.of(i).ordinal()] += cycle - startedAt;
    }
    cycles += cycle - startedAt;
    startedAt = STOPPED;
  }

  /** Forgets what was measured. */
  void clear() {
    Arrays.fill(instructions, 0);
    Arrays.fill(smCycles, 0);
    cycles = 0;
    startedAt = STOPPED;
  }

  boolean isRunning() {
    return startedAt != STOPPED;
  }

  /** Returns the cycles measured so far. */
  long cycles(long cycle) {
    return cycles + (isRunning() ? cycle - startedAt : 0);
  }

  /**
   * Returns the thread instructions per cycle that a kernel of the pair issued on an SM of a role;
   * not a number when there was none. To be asked after {@link #stop}.
   */
  double ipc(Role role, int side) {
    long time = smCycles[role.ordinal()];
    return time == 0 ? Double.NaN : (double) instructions[2 * role.ordinal() + side] / time;
  }
}
