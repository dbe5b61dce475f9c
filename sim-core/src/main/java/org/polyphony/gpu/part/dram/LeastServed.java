package org.polyphony.gpu.part.dram;

import org.polyphony.gpu.part.PartKind;
import org.polyphony.input.Key;

/**
 * Fair between applications: the workload with the least attained service comes first, then row
 * hits, then the oldest request. Service is what a channel has transferred for a workload, in
 * column commands; it is halved at intervals, so that the past fades.
 *
 * <p>Source: attained service as in ATLAS of Kim et al., HPCA 2010; applications on a GPU as in Jog
 * et al., MEMSYS 2015. Differs: each channel counts for itself.
 */
final class LeastServed implements DramScheduler {
  /** Its parameters. */
  public record Parameters(
      @Key(
              value = "interval after which the attained service is halved",
              unit = "command clocks",
              min = 1,
              max = 1_000_000_000,
              absent = "10000")
          int interval) {}

  static final PartKind.Bundled<DramScheduler, DramQueue, Parameters> PART =
      new PartKind.Bundled<>(
          "least-served",
          "the workload with the least attained service first, then row hits, then the oldest",
          "Kim et al., HPCA 2010; Jog et al., MEMSYS 2015",
          Parameters.class,
          LeastServed::new);

  private final DramQueue queue;
  private final int interval;
  private final long[] served; // by workload: column commands
  private long halved; // intervals that have passed at the last choice

  LeastServed(DramQueue queue, Parameters parameters) {
    this.queue = queue;
    interval = parameters.interval();
    served = new long[queue.workloads()];
  }

  @Override
  public int choose(long clock) {
    fade(clock / interval);
    int best = NONE;
    for (int i = 0; i < queue.size(); i++) {
      if (queue.mayServe(i) && (best == NONE || isBefore(i, best))) {
        best = i;
      }
    }
    served[queue.workload(best)] += queue.bursts(best);
    return best;
  }

  private boolean isBefore(int later, int earlier) {
    long less = served[queue.workload(later)] - served[queue.workload(earlier)];
    return less < 0 || (less == 0 && queue.isRowHit(later) && !queue.isRowHit(earlier));
  }

  private void fade(long passed) {
    int times = (int) Math.min(63, passed - halved);
    halved = passed;
    for (int w = 0; times > 0 && w < served.length; w++) {
      served[w] >>= times;
    }
  }
}
