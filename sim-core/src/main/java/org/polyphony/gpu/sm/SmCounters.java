package org.polyphony.gpu.sm;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
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
    return new SmCounters(
        issued + other.issued,
        IntStream.range(0, issueSlots.size())
            .mapToObj(cause -> issueSlots.get(cause) + other.issueSlots.get(cause))
            .toList(),
        l1Accesses + other.l1Accesses,
        l1Misses + other.l1Misses);
  }

  static SmCounters of(IssueStage issue, LoadStoreUnits loadStore) {
    return new SmCounters(
        issue.counts().issued(),
        Arrays.stream(StallCause.values()).map(issue.slots()::charged).toList(),
        IntStream.range(0, KernelControlBlocks.ROWS).mapToLong(loadStore::l1Accesses).sum(),
        IntStream.range(0, KernelControlBlocks.ROWS).mapToLong(loadStore::l1Misses).sum());
  }
}
