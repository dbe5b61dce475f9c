package org.polyphony.gpu.part.dram;

import org.polyphony.gpu.part.PartKind;
import org.polyphony.input.Key;

/**
 * FR-FCFS with a cap on row hits: in each bank, only so many requests to the open row may pass its
 * oldest request, which needs another row.
 *
 * <p>State per bank: requests that have passed the oldest one. Source: FR-FCFS+Cap of Mutlu and
 * Moscibroda, MICRO 2007, section 7.
 */
final class CappedFrFcfs implements DramScheduler {
  /** Its parameters. */
  public record Parameters(
      @Key(
              value = "requests to the open row of a bank that may pass an older one",
              max = 1 << 20,
              absent = "4")
          int cap) {}

  static final PartKind.Bundled<DramScheduler, DramQueue, Parameters> PART =
      new PartKind.Bundled<>(
          "fr-fcfs-cap",
          "FR-FCFS, but only so many row hits may pass the oldest request of a bank",
          "Mutlu and Moscibroda, MICRO 2007",
          Parameters.class,
          CappedFrFcfs::new);

  private final DramQueue queue;
  private final int cap;
  private final int[] passed;

  CappedFrFcfs(DramQueue queue, Parameters parameters) {
    this.queue = queue;
    cap = parameters.cap();
    passed = new int[queue.banks()];
  }

  @Override
  public int choose(long clock) {
    int oldest = 0;
    while (!queue.mayServe(oldest)) {
      oldest++;
    }
    int bank = queue.bank(oldest);
    int chosen = oldest;
    for (int i = oldest; passed[bank] < cap && i < queue.size(); i++) {
      if (queue.mayServe(i) && queue.isRowHit(i)) {
        chosen = i;
        break;
      }
    }
    passed[bank] = chosen == oldest ? 0 : passed[bank] + 1;
    return chosen;
  }
}
