package org.polyphony.simulation;

import java.util.function.IntToLongFunction;

/**
 * Samples the instructions that each workload has issued, periodically or on request.
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

  /** Receives one workload's sample of a period. */
  @FunctionalInterface
  interface Rows {
    void add(Period period, int workload, long warpInstructions, long threadInstructions);
  }

  /** A sampling period, {@code endCycle} excluded. */
  record Period(int number, long startCycle, long endCycle) {}

  /**
   * Creates a sampler.
   *
   * @param warps warp instructions that a workload has issued so far
   * @param threads thread instructions that a workload has issued so far
   * @param period core cycles; 0 to sample only on request
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

  /** Returns the end of the last sample, a core cycle. */
  long start() {
    return start;
  }

  /**
   * Takes all samples due before the next event.
   *
   * @param cycle core cycle of the next event
   * @return core cycle of the next sample
   */
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

  /** Samples the period from the end of the last sample to {@code end}. */
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
