package org.polyphony.policy.partition.maestro;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * What the SMs of each role did in an epoch. It is interrupted while one of the kernels has no
 * thread block left to launch, and goes on where it was.
 *
 * <p>An SM is a sample of its role's partition only if it holds that partition when the epoch
 * begins or goes on; a kernel is measured there in the cycles in which it has a thread block on the
 * SM (DEVIATIONS.md 81, 82).
 *
 * <p>State per role and kernel of the pair: thread instructions issued; SM cycles in which the
 * kernel had a thread block there.
 */
final class Epoch {
  private static final long STOPPED = -1;
  private static final long NO_SAMPLE = -1;

  private final long[] instructions = new long[2 * Role.ALL.length];
  private final long[] heldCycles = new long[2 * Role.ALL.length];
  private long cycles; // before the present run
  private long startedAt = STOPPED;
  private long[] instructionsAtStart = new long[0]; // NO_SAMPLE on SMs that are not measured
  private long[] heldAtStart = new long[0];

  /** What SMs of the group have counted for the kernels of the pair since the start of the run. */
  interface Counters {
    /** Returns the thread instructions that a kernel, 0 or 1, has issued on an SM, by its index. */
    long instructions(int index, int side);

    /** Returns the cycles in which a kernel has had a thread block on an SM. */
    long heldCycles(int index, int side);
  }

  /**
   * Begins, or goes on.
   *
   * @param isSample whether an SM, by its index in the group, holds the partition of its role
   */
  void start(long cycle, int sms, IntPredicate isSample, Counters counters) {
    startedAt = cycle;
    instructionsAtStart = new long[2 * sms];
    heldAtStart = new long[2 * sms];
    for (int i = 0; i < 2 * sms; i++) {
      boolean counts = isSample.test(i >> 1);
      instructionsAtStart[i] = counts ? counters.instructions(i >> 1, i & 1) : NO_SAMPLE;
      heldAtStart[i] = counters.heldCycles(i >> 1, i & 1);
    }
  }

  /** Interrupts or ends it; nothing happens while it does not run. */
  void stop(long cycle, Roles roles, Counters counters) {
    if (!isRunning()) {
      return;
    }
    for (int i = 0; i < instructionsAtStart.length; i++) {
      if (instructionsAtStart[i] != NO_SAMPLE) {
        int at = 2 * roles.of(i >> 1).ordinal() + (i & 1);
        instructions[at] += counters.instructions(i >> 1, i & 1) - instructionsAtStart[i];
        heldCycles[at] += counters.heldCycles(i >> 1, i & 1) - heldAtStart[i];
      }
    }
    cycles += cycle - startedAt;
    startedAt = STOPPED;
  }

  void clear() {
    Arrays.fill(instructions, 0);
    Arrays.fill(heldCycles, 0);
    cycles = 0;
    startedAt = STOPPED;
  }

  boolean isRunning() {
    return startedAt != STOPPED;
  }

  long cycles(long cycle) {
    return cycles + (isRunning() ? cycle - startedAt : 0);
  }

  /**
   * Returns the thread instructions per cycle that a kernel of the pair issued on an SM of a role;
   * not a number when it was not measured there. To be asked after {@link #stop}.
   */
  double ipc(Role role, int side) {
    int at = 2 * role.ordinal() + side;
    return heldCycles[at] == 0 ? Double.NaN : (double) instructions[at] / heldCycles[at];
  }
}
