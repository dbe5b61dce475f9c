package org.polyphony.gpu.part.replacement;

import org.polyphony.gpu.part.PartKind;
import org.polyphony.input.Hash;

/** Evicts a way drawn from those that may be evicted, with the same chance for each. */
final class RandomWay implements ReplacementPolicy {
  static final PartKind.Bundled<ReplacementPolicy, CacheSets, PartKind.None> PART =
      new PartKind.Bundled<>(
          "random",
          "evicts a line at random; the run's seed determines which",
          "Belady, IBM Systems Journal 1966",
          PartKind.None.class,
          (sets, none) -> new RandomWay(sets));

  private final CacheSets sets;
  private long draws;

  RandomWay(CacheSets sets) {
    this.sets = sets;
  }

  @Override
  public int victim(int set, int workload) {
    int candidates = 0;
    for (int way = 0; way < sets.ways(); way++) {
      candidates += sets.mayEvict(set, way) ? 1 : 0;
    }
    int rest = (int) (Hash.mix(sets.seed(), draws++) % candidates);
    int way = 0;
    while (!sets.mayEvict(set, way) || rest-- > 0) {
      way++;
    }
    return way;
  }
}
