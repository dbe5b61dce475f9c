package org.polyphony.policy.partition.measure;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * What kernels execute on groups of SMs that hold the same, in an epoch that can be interrupted and
 * resumed. An SM is sampled from the cycle in which what it should hold is in place; a kernel is
 * measured in the cycles in which it has a thread block there (DEVIATIONS.md 81, 82).
 *
 * <p>State per SM: since when it is sampled. Per group: cycles sampled. Per group and kernel:
 * thread instructions issued while sampled; of these cycles, those with a thread block of the
 * kernel.
 */
public final class Epoch {
  private static final long STOPPED = -1;

  /** Counters of kernels on SMs since the start of the run. */
  public interface Counters {
    /** Returns the thread instructions that a kernel has issued. */
    long instructions(int sm, int kernel);

    /** Returns the cycles in which the SM held a thread block of a kernel. */
    long heldCycles(int sm, int kernel);
  }

  private final int kernels;
  private final long[] sampledSince;
  private final long[] instructionsBefore;
  private final long[] heldBefore;
  private final long[] sampled;
  private final long[] instructions;
  private final long[] held;
  private long startedAt = STOPPED;
  private long cycles; // before the last start

  /** Creates an epoch in which nothing is measured yet. */
  public Epoch(int sms, int groups, int kernels) {
    this.kernels = kernels;
    sampledSince = new long[sms];
    Arrays.fill(sampledSince, STOPPED);
    instructionsBefore = new long[sms * kernels];
    heldBefore = new long[sms * kernels];
    sampled = new long[groups];
    instructions = new long[groups * kernels];
    held = new long[groups * kernels];
  }

  public boolean isSampled(int sm) {
    return sampledSince[sm] != STOPPED;
  }

  /** Returns how many SMs are sampled. */
  public int sampledSms() {
    int count = 0;
    for (int sm = 0; sm < sampledSince.length; sm++) {
      count += isSampled(sm) ? 1 : 0;
    }
    return count;
  }

  /** Starts to sample an SM. */
  public void sample(long cycle, int sm, Counters counters) {
    sampledSince[sm] = cycle;
    for (int k = 0; k < kernels; k++) {
      instructionsBefore[sm * kernels + k] = counters.instructions(sm, k);
      heldBefore[sm * kernels + k] = counters.heldCycles(sm, k);
    }
  }

  /** Starts to count the cycles of the epoch, or resumes. */
  public void start(long cycle) {
    startedAt = cycle;
  }

  public boolean isRunning() {
    return startedAt != STOPPED;
  }

  /** Returns the length of the epoch so far. */
  public long cycles(long cycle) {
    return cycles + (isRunning() ? cycle - startedAt : 0);
  }

  /**
   * Interrupts or ends the epoch; the samples of an epoch that has not started are dropped.
   *
   * @param groupOf group of each SM that is sampled
   */
  public void stop(long cycle, IntUnaryOperator groupOf, Counters counters) {
    for (int sm = 0; sm < sampledSince.length; sm++) {
      if (isRunning() && isSampled(sm)) {
        add(cycle, sm, groupOf.applyAsInt(sm), counters);
      }
      sampledSince[sm] = STOPPED;
    }
    cycles = cycles(cycle);
    startedAt = STOPPED;
  }

  private void add(long cycle, int sm, int group, Counters counters) {
    sampled[group] += cycle - sampledSince[sm];
    for (int k = 0; k < kernels; k++) {
      int before = sm * kernels + k;
      int at = group * kernels + k;
      instructions[at] += counters.instructions(sm, k) - instructionsBefore[before];
      held[at] += counters.heldCycles(sm, k) - heldBefore[before];
    }
  }

  /** Discards the measurements before a new epoch. */
  public void clear() {
    Arrays.fill(sampledSince, STOPPED);
    Arrays.fill(sampled, 0);
    Arrays.fill(instructions, 0);
    Arrays.fill(held, 0);
    cycles = 0;
    startedAt = STOPPED;
  }

  /**
   * Returns the thread instructions of a kernel per cycle in which an SM of a group has a thread
   * block of it; NaN without any.
   */
  public double ipc(int group, int kernel) {
    int at = group * kernels + kernel;
    return held[at] == 0 ? Double.NaN : (double) instructions[at] / held[at];
  }

  /**
   * Returns the thread instructions of a kernel per cycle in which an SM of a group is sampled; NaN
   * if none was.
   */
  public double rate(int group, int kernel) {
    return sampled[group] == 0
        ? Double.NaN
        : (double) instructions[group * kernels + kernel] / sampled[group];
  }
}
