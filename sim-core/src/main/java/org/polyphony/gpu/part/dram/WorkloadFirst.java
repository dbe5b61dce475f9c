package org.polyphony.gpu.part.dram;

import org.polyphony.gpu.part.PartKind;
import org.polyphony.input.Key;

/** Requests of one workload come before all others; among equals, row hits, then the oldest. */
final class WorkloadFirst implements DramScheduler {
  /** Its parameters. */
  public record Parameters(
      @Key(
              value = "the workload that comes first, by its place in the experiment from 0",
              max = 31,
              absent = "0")
          int workload) {}

  static final PartKind.Bundled<DramScheduler, DramQueue, Parameters> PART =
      new PartKind.Bundled<>(
          "workload-first",
          "requests of one workload first, then row hits, then the oldest",
          "own",
          Parameters.class,
          WorkloadFirst::new);

  private final DramQueue queue;
  private final int first;

  WorkloadFirst(DramQueue queue, Parameters parameters) {
    this.queue = queue;
    first = parameters.workload();
  }

  @Override
  public int choose(long clock) {
    int best = NONE;
    for (int i = 0; i < queue.size(); i++) {
      if (queue.mayServe(i) && (best == NONE || rank(i) > rank(best))) {
        best = i;
      }
    }
    return best;
  }

  private int rank(int request) {
    return (queue.workload(request) == first ? 2 : 0) + (queue.isRowHit(request) ? 1 : 0);
  }
}
