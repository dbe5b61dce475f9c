package org.polyphony.simulation;

import org.polyphony.gpu.ProgressCounters;

/**
 * Differences of the progress counters over periods of equal length.
 *
 * <p>State per workload: its counters at the start of the period.
 */
final class Sampler {
  private final ProgressCounters counters;
  private final int period;
  private final Rows rows;
  private final long[] warpInstructions;
  private final long[] threadInstructions;
  private long start;

  /** Receives one workload in one period. */
  @FunctionalInterface
  interface Rows {
    void add(Period period, int workload, long warpInstructions, long threadInstructions);
  }

  /**
   * A period.
   *
   * @param number from 0
   * @param startCycle core cycle at its start
   * @param endCycle core cycle at its end
   */
  record Period(int number, long startCycle, long endCycle) {}

  /** Makes a sampler; {@code period} core cycles, or 0 to take no samples. */
  Sampler(ProgressCounters counters, int workloads, int period, Rows rows) {
    this.counters = counters;
    this.period = period;
    this.rows = rows;
    warpInstructions = new long[workloads];
    threadInstructions = new long[workloads];
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

  private void sample(long end) {
    Period sampled = new Period((int) (start / period), start, end);
    for (int w = 0; w < warpInstructions.length; w++) {
      long warp = counters.warpInstructions(w);
      long thread = counters.threadInstructions(w);
      rows.add(sampled, w, warp - warpInstructions[w], thread - threadInstructions[w]);
      warpInstructions[w] = warp;
      threadInstructions[w] = thread;
    }
    start = end;
  }
}
