package org.polyphony.gpu.part.dram;

import org.polyphony.gpu.part.PartKind;
import org.polyphony.input.Key;

/**
 * FR-FCFS with a cap on row hits: in each bank, only so many requests to the open row may pass its
 * oldest request, which needs another row. Banks take turns.
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
    int oldest = oldestOfNextBank();
    int bank = queue.bank(oldest);
    int chosen = oldest;
    for (int i = oldest; passed[bank] < cap && i < queue.size(); i++) {
      if (queue.bank(i) == bank && queue.isRowHit(i)) {
        chosen = i;
        break;
      }
    }
    passed[bank] = chosen == oldest ? 0 : passed[bank] + 1;
    return chosen;
  }

  /** Returns the oldest request of the first idle bank that has one, in turn. */
  private int oldestOfNextBank() {
    int banks = queue.banks();
    int first = queue.firstBank();
    int found = NONE;
    int distance = banks;
    for (int i = 0; i < queue.size(); i++) {
      int d = queue.bank(i) - first;
      d = d < 0 ? d + banks : d;
      if (d < distance && queue.mayServe(i)) {
        found = i;
        distance = d;
      }
    }
    return found;
  }
}
