package org.polyphony.simulation;

import java.util.function.IntToLongFunction;

/**
 * Differences of what workloads have issued, over periods of equal length or as asked for.
 *
 * <p>State per workload: its counters at the start of the period.
 */
final class Sampler {
  private final IntToLongFunction warps;
  private final IntToLongFunction threads;
  private final int period;
  private final Rows rows;
  private final long[] warpInstructions;
  private final long[] threadInstructions;
  private int number;
  private long start;

  /** Receives one workload in one period. */
  @FunctionalInterface
  interface Rows {
    void add(Period period, int workload, long warpInstructions, long threadInstructions);
  }

  /** A period. */
  record Period(int number, long startCycle, long endCycle) {}

  /**
   * Makes a sampler.
   *
   * @param warps warp instructions that a workload has issued so far
   * @param threads thread instructions that a workload has issued so far
   * @param period core cycles; 0 to sample only when asked to
   */
  Sampler(
      IntToLongFunction warps, IntToLongFunction threads, int workloads, int period, Rows rows) {
    this.warps = warps;
    this.threads = threads;
    this.period = period;
    this.rows = rows;
    warpInstructions = new long[workloads];
    threadInstructions = new long[workloads];
  }

  /** Returns the cycle in which the last sample ended. */
  long start() {
    return start;
  }

  /** Takes every sample up to a cycle before which nothing more happens; returns the next. */
  long sampleUntil(long cycle) {
    while (period > 0 && start + period <= cycle) {
      sample(start + period);
    }
    return period > 0 ? start + period : Long.MAX_VALUE;
  }

  void finish(long cycle) {
    sampleUntil(cycle);
    if (period > 0 && cycle > start) {
      sample(cycle);
    }
  }

  /** Takes a sample from the end of the last one to a cycle. */
  void sample(long end) {
    Period sampled = new Period(number++, start, end);
    for (int w = 0; w < warpInstructions.length; w++) {
      long warp = warps.applyAsLong(w);
      long thread = threads.applyAsLong(w);
      rows.add(sampled, w, warp - warpInstructions[w], thread - threadInstructions[w]);
      warpInstructions[w] = warp;
      threadInstructions[w] = thread;
    }
    start = end;
  }
}
