package org.polyphony.gpu.sm;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.sm.issue.IssueStage;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.sm.memory.LoadStoreUnits;

/**
 * Counters of an SM since the start of the run; raw and monotonic.
 *
 * @param issued warp instructions
 * @param issueSlots issue slots by {@link StallCause}, in the order of its constants
 * @param l1Accesses L1D look-ups
 * @param l1Misses L1D look-ups that missed, including hits on pending misses
 */
public record SmCounters(long issued, List<Long> issueSlots, long l1Accesses, long l1Misses) {
  /** Returns the sums of two SMs' counters. */
  public SmCounters plus(SmCounters other) {
    List<Long> slots = new ArrayList<>();
    for (int cause = 0; cause < issueSlots.size(); cause++) {
      slots.add(issueSlots.get(cause) + other.issueSlots.get(cause));
    }
    return new SmCounters(
        issued + other.issued,
        List.copyOf(slots),
        l1Accesses + other.l1Accesses,
        l1Misses + other.l1Misses);
  }

  static SmCounters of(IssueStage issue, LoadStoreUnits loadStore) {
    List<Long> slots = new ArrayList<>();
    for (StallCause cause : StallCause.values()) {
      slots.add(issue.slots().charged(cause));
    }
    long accesses = 0;
    long misses = 0;
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      accesses += loadStore.l1Accesses(row);
      misses += loadStore.l1Misses(row);
    }
    return new SmCounters(issue.counts().issued(), List.copyOf(slots), accesses, misses);
  }
}
