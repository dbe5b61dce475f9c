package org.polyphony.gpu.sm;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.sm.issue.InstructionFetch;
import org.polyphony.gpu.sm.issue.IssueStage;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.sm.memory.L1DataCache;
import org.polyphony.gpu.sm.memory.LoadStoreUnit;

/**
 * What an SM has counted since the start of the run; raw and monotonic.
 *
 * @param issueSlots issue slots by {@link StallCause}, in the order of its constants
 * @param globalInstructions global, local and atomic warp instructions with an active lane
 * @param globalSectors their sector accesses
 * @param sharedInstructions shared-memory warp instructions with an active lane
 * @param sharedPasses their passes over the banks
 * @param l1ReadMisses sectors read that were fetched
 * @param l1ReadMerges sectors read that were already on their way
 * @param fetchMisses lines of instructions fetched from L2
 * @param constantHits words of constants found in the first level
 * @param constantMisses lines of constants that the first level missed
 */
public record SmCounters(
    long issued,
    List<Long> issueSlots,
    long globalInstructions,
    long globalSectors,
    long sharedInstructions,
    long sharedPasses,
    long l1ReadHits,
    long l1ReadMisses,
    long l1ReadMerges,
    long l1Writes,
    long l1WriteHits,
    long fetchHits,
    long fetchMisses,
    long constantHits,
    long constantMisses) {
  /** Returns all look-ups in L1D. */
  public long l1Accesses() {
    return l1ReadHits + l1ReadMisses + l1ReadMerges + l1Writes;
  }

  /** Returns the look-ups in L1D that did not find their sector, those on its way included. */
  public long l1Misses() {
    return l1ReadMisses + l1ReadMerges + l1Writes - l1WriteHits;
  }

  static SmCounters of(IssueStage issue, LoadStoreUnit loadStore, InstructionFetch fetch) {
    List<Long> slots = new ArrayList<>();
    for (StallCause cause : StallCause.values()) {
      slots.add(issue.slots().charged(cause));
    }
    L1DataCache l1 = loadStore.l1d();
    return new SmCounters(
        issue.counts().issued(),
        List.copyOf(slots),
        issue.addresses().globalInstructions(),
        issue.addresses().globalSectors(),
        issue.addresses().sharedInstructions(),
        issue.addresses().sharedPasses(),
        l1.readHits(),
        l1.readMisses(),
        l1.readMerges(),
        l1.writes(),
        l1.writeHits(),
        fetch.hits(),
        fetch.misses(),
        loadStore.constants().hits(),
        loadStore.constants().misses());
  }
}
