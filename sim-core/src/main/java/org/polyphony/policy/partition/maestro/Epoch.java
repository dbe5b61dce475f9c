package org.polyphony.policy.partition.maestro;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Measurements of the SMs of each role in an epoch. The epoch is interrupted while a kernel has no
 * thread blocks left to launch, and resumed afterwards.
 *
 * <p>An SM counts as a sample of its role's partition only if that partition is in place when the
 * epoch starts or resumes. A kernel is measured in the cycles in which it has a thread block on the
 * SM (DEVIATIONS.md 81, 82).
 *
 * <p>State per role and kernel of the pair: thread instructions issued; SM cycles with a thread
 * block of the kernel.
 */
final class Epoch {
  private static final long STOPPED = -1;
  private static final long NO_SAMPLE = -1;

  private final long[] instructions = new long[2 * Role.ALL.length];
  private final long[] heldCycles = new long[2 * Role.ALL.length];
  private long cycles; // before the last start or resume
  private long startedAt = STOPPED;
  private long[] instructionsAtStart = new long[0]; // NO_SAMPLE for SMs that are not measured
  private long[] heldAtStart = new long[0];

  /** Counters of the group's SMs for the kernels of the pair since the start of the run. */
  interface Counters {
    /**
     * Returns the thread instructions that kernel {@code side} has issued on the SM with an index
     * in the group.
     */
    long instructions(int index, int side);

    /** Returns the cycles in which the SM held a thread block of the kernel. */
    long heldCycles(int index, int side);
  }

  /**
   * Starts or resumes the epoch.
   *
   * @param isSample whether the SM with an index in the group has its role's partition in place
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

  /** Interrupts or ends the epoch; does nothing if it is not running. */
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
   * Returns the mean thread instructions per cycle of a kernel of the pair on the SMs of a role;
   * NaN if it was not measured there. Call it after {@link #stop}.
   */
  double ipc(Role role, int side) {
    int at = 2 * role.ordinal() + side;
    return heldCycles[at] == 0 ? Double.NaN : (double) instructions[at] / heldCycles[at];
  }
}
