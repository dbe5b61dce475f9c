package org.polyphony.gpu.sm;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.sm.issue.InstructionFetch;
import org.polyphony.gpu.sm.issue.IssueStage;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.sm.memory.CacheCounts;

/**
 * Counters of an SM since the start of the run; raw and monotonic.
 *
 * @param issueSlots issue slots by {@link StallCause}, in the order of its constants
 * @param globalInstructions global, local and atomic warp instructions with an active lane
 * @param globalSectors sector accesses of these instructions
 * @param sharedInstructions shared-memory warp instructions with an active lane
 * @param sharedPasses passes over the banks of these instructions
 * @param l1ReadMisses sector reads that caused a fetch
 * @param l1ReadMerges sector reads merged into a pending miss
 * @param fetchMisses instruction lines fetched from L2
 * @param constantHits constant words that hit in the first level
 * @param constantMisses constant lines that missed in the first level
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
  /** Returns all L1D look-ups. */
  public long l1Accesses() {
    return l1ReadHits + l1ReadMisses + l1ReadMerges + l1Writes;
  }

  /** Returns the L1D look-ups that missed, including hits on pending misses. */
  public long l1Misses() {
    return l1ReadMisses + l1ReadMerges + l1Writes - l1WriteHits;
  }

  /** Returns the sums of two SMs' counters. */
  public SmCounters plus(SmCounters other) {
    List<Long> slots = new ArrayList<>();
    for (int cause = 0; cause < issueSlots.size(); cause++) {
      slots.add(issueSlots.get(cause) + other.issueSlots.get(cause));
    }
    return new SmCounters(
        issued + other.issued,
        List.copyOf(slots),
        globalInstructions + other.globalInstructions,
        globalSectors + other.globalSectors,
        sharedInstructions + other.sharedInstructions,
        sharedPasses + other.sharedPasses,
        l1ReadHits + other.l1ReadHits,
        l1ReadMisses + other.l1ReadMisses,
        l1ReadMerges + other.l1ReadMerges,
        l1Writes + other.l1Writes,
        l1WriteHits + other.l1WriteHits,
        fetchHits + other.fetchHits,
        fetchMisses + other.fetchMisses,
        constantHits + other.constantHits,
        constantMisses + other.constantMisses);
  }

  static SmCounters of(IssueStage issue, CacheCounts caches, InstructionFetch fetch) {
    List<Long> slots = new ArrayList<>();
    for (StallCause cause : StallCause.values()) {
      slots.add(issue.slots().charged(cause));
    }
    return new SmCounters(
        issue.counts().issued(),
        List.copyOf(slots),
        issue.addresses().globalInstructions(),
        issue.addresses().globalSectors(),
        issue.addresses().sharedInstructions(),
        issue.addresses().sharedPasses(),
        caches.readHits(),
        caches.readMisses(),
        caches.readMerges(),
        caches.writes(),
        caches.writeHits(),
        fetch.hits(),
        fetch.misses(),
        caches.constantHits(),
        caches.constantMisses());
  }
}
