package org.polyphony.gpu.part.replacement;

import org.polyphony.gpu.part.PartKind;

/** First in, first out: evicts the line that was filled first, whatever its uses. */
final class Fifo implements ReplacementPolicy {
  static final PartKind.Bundled<ReplacementPolicy, CacheSets, PartKind.None> PART =
      new PartKind.Bundled<>(
          "fifo",
          "evicts the line that was filled first",
          "Belady, IBM Systems Journal 1966",
          PartKind.None.class,
          (sets, none) -> new Fifo(sets));

  private final CacheSets sets;

  Fifo(CacheSets sets) {
    this.sets = sets;
  }

  @Override
  public int victim(int set, int workload) {
    int oldest = -1;
    for (int way = 0; way < sets.ways(); way++) {
      boolean isOlder = oldest < 0 || sets.filledAt(set, way) < sets.filledAt(set, oldest);
      oldest = isOlder && sets.mayEvict(set, way) ? way : oldest;
    }
    return oldest;
  }
}
