package org.polyphony.policy.partition.tutti;

import java.util.Arrays;

/**
 * What each SM executes with its mix in place, in an epoch that can be interrupted and resumed. An
 * SM is sampled from the cycle in which its mix is in place; the epoch counts from the cycle in
 * which most are.
 *
 * <p>State per SM: cycles sampled. Per SM and kernel: thread instructions issued while sampled; of
 * these cycles, those with a thread block of the kernel.
 */
final class Epoch {
  private static final long STOPPED = -1;

  /** Counters of kernels on SMs since the start of the run. */
  interface Counters {
    /** Returns the thread instructions that a kernel has issued. */
    long instructions(int sm, int kernel);

    /** Returns the cycles in which the SM held a thread block of a kernel. */
    long heldCycles(int sm, int kernel);
  }

  private final int kernels;
  private final long[] sampledSince;
  private final long[] sampled;
  private final long[] instructions;
  private final long[] held;
  private final long[] instructionsBefore;
  private final long[] heldBefore;
  private long startedAt = STOPPED;
  private long cycles; // before the last start

  Epoch(int sms, int kernels) {
    this.kernels = kernels;
    sampledSince = new long[sms];
    Arrays.fill(sampledSince, STOPPED);
    sampled = new long[sms];
    instructions = new long[sms * kernels];
    held = new long[sms * kernels];
    instructionsBefore = new long[sms * kernels];
    heldBefore = new long[sms * kernels];
  }

  boolean isSampled(int sm) {
    return sampledSince[sm] != STOPPED;
  }

  int sampledSms() {
    int count = 0;
    for (int sm = 0; sm < sampled.length; sm++) {
      count += isSampled(sm) ? 1 : 0;
    }
    return count;
  }

  /** Starts to sample an SM. */
  void sample(long cycle, int sm, Counters counters) {
    sampledSince[sm] = cycle;
    for (int k = 0; k < kernels; k++) {
      instructionsBefore[sm * kernels + k] = counters.instructions(sm, k);
      heldBefore[sm * kernels + k] = counters.heldCycles(sm, k);
    }
  }

  /** Starts to count the cycles of the epoch, or resumes. */
  void start(long cycle) {
    startedAt = cycle;
  }

  boolean isRunning() {
    return startedAt != STOPPED;
  }

  /** Returns the length of the epoch so far. */
  long cycles(long cycle) {
    return cycles + (isRunning() ? cycle - startedAt : 0);
  }

  /** Interrupts or ends the epoch; the samples of an epoch that has not started are dropped. */
  void stop(long cycle, Counters counters) {
    for (int sm = 0; sm < sampled.length; sm++) {
      if (isRunning() && isSampled(sm)) {
        add(cycle, sm, counters);
      }
      sampledSince[sm] = STOPPED;
    }
    cycles = cycles(cycle);
    startedAt = STOPPED;
  }

  private void add(long cycle, int sm, Counters counters) {
    sampled[sm] += cycle - sampledSince[sm];
    for (int k = 0; k < kernels; k++) {
      int at = sm * kernels + k;
      instructions[at] += counters.instructions(sm, k) - instructionsBefore[at];
      held[at] += counters.heldCycles(sm, k) - heldBefore[at];
    }
  }

  /** Returns thread instructions per cycle with a thread block of the kernel; NaN without any. */
  double ipc(int sm, int kernel) {
    int at = sm * kernels + kernel;
    return held[at] == 0 ? Double.NaN : (double) instructions[at] / held[at];
  }

  /** Returns thread instructions of a kernel per cycle sampled; NaN if the SM was not sampled. */
  double rate(int sm, int kernel) {
    return sampled[sm] == 0
        ? Double.NaN
        : (double) instructions[sm * kernels + kernel] / sampled[sm];
  }
}
