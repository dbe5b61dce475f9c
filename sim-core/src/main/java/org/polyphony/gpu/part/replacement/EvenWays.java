package org.polyphony.gpu.part.replacement;

import org.polyphony.gpu.part.PartKind;

/**
 * Fair between workloads: those that use the cache have an equal quota of the ways of each set. A
 * line of the workload that exceeds its quota most leaves first, the least recently used of its
 * lines; a workload within its quota takes from others only what exceeds theirs.
 *
 * <p>A workload uses the cache as long as one of the last uses was its own, as many as the cache
 * has lines twice over; so what has ended gives its ways up. Source: quotas of ways as in Iyer,
 * CQoS, ICS 2004; Qureshi and Patt, MICRO 2006, section 4.3, enforce theirs alike.
 */
final class EvenWays implements ReplacementPolicy {
  static final PartKind.Bundled<ReplacementPolicy, CacheSets, PartKind.None> PART =
      new PartKind.Bundled<>(
          "even-ways",
          "workloads have equal quotas of the ways of a set; LRU within each",
          "Iyer, ICS 2004; Qureshi and Patt, MICRO 2006, section 4.3",
          PartKind.None.class,
          (sets, none) -> new EvenWays(sets));

  private final CacheSets sets;
  private final long memory; // uses
  private final long[] lastUse; // by workload
  private final int[] held; // by workload: ways of the set in question

  EvenWays(CacheSets sets) {
    this.sets = sets;
    memory = 2L * sets.sets() * sets.ways();
    lastUse = new long[sets.workloads()];
    held = new int[sets.workloads()];
  }

  @Override
  public int victim(int set, int workload) {
    count(set);
    held[workload]++; // as if it had the way already, so that it pays for what exceeds its quota
    int present = 0;
    for (int w = 0; w < held.length; w++) {
      present += isPresent(w) || w == workload ? 1 : 0;
    }
    int victim = -1;
    int most = 0;
    for (int way = 0; way < sets.ways(); way++) {
      if (!sets.mayEvict(set, way)) {
        continue;
      }
      int owner = sets.workload(set, way);
      int quota = isPresent(owner) || owner == workload ? sets.ways() / present : 0;
      int excess = held[owner] - quota;
      boolean isOlder = victim < 0 || sets.lastUse(set, way) < sets.lastUse(set, victim);
      if (victim < 0 || excess > most || (excess == most && isOlder)) {
        victim = way;
        most = excess;
      }
    }
    return victim;
  }

  private void count(int set) {
    for (int w = 0; w < held.length; w++) {
      held[w] = 0;
    }
    for (int way = 0; way < sets.ways(); way++) {
      int owner = sets.workload(set, way);
      if (owner != CacheSets.NONE) {
        held[owner]++;
      }
    }
  }

  private boolean isPresent(int workload) {
    return lastUse[workload] > 0 && sets.uses() - lastUse[workload] < memory;
  }

  @Override
  public void filled(int set, int way, int workload) {
    lastUse[workload] = sets.uses();
  }

  @Override
  public void hit(int set, int way, int workload) {
    lastUse[workload] = sets.uses();
  }

  @Override
  public void touched(int set, int way, int workload) {
    lastUse[workload] = sets.uses();
  }
}
