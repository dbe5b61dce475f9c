package org.example;

import org.polyphony.gpu.part.dram.DramQueue;
import org.polyphony.gpu.part.dram.DramScheduler;
import org.polyphony.input.Key;

/**
 * A DRAM scheduler that serves reads before writes, row hits before others, and older requests
 * before younger ones. A write that has waited long counts as a read.
 */
public final class ReadsFirst implements DramScheduler {
  /** The parameters, as {@code { "name": "ReadsFirst.java", "patience": 500 }}. */
  public record Parameters(
      @Key(value = "wait of a write", unit = "command clocks", min = 1, absent = "200")
          int patience) {}

  private final DramQueue queue;
  private final int patience;

  public ReadsFirst(DramQueue queue, Parameters parameters) {
    this.queue = queue;
    patience = parameters.patience();
  }

  @Override
  public int choose(long clock) {
    int best = NONE;
    int most = -1;
    for (int i = 0; i < queue.size(); i++) {
      boolean waitsForReads = queue.isWrite(i) && clock - queue.arrival(i) < patience;
      int rank = (waitsForReads ? 0 : 2) + (queue.isRowHit(i) ? 1 : 0);
      if (queue.mayServe(i) && rank > most) {
        best = i;
        most = rank;
      }
    }
    return best;
  }
}
