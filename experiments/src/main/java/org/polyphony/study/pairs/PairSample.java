package org.polyphony.study.pairs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.polyphony.workload.kernel.BundledModels;

/**
 * All pairs of some benchmarks, ordered so that every prefix is a stratified random sample: the
 * pairs of each category are shuffled, then the categories alternate, so that their counts differ
 * by at most one until a category is exhausted.
 */
public final class PairSample {
  /** Seed of the order used by figures. */
  public static final long SEED = 1;

  private final SortedMap<String, List<Pair>> byCategory = new TreeMap<>();
  private final int skipped; // pairs at the beginning of the order, which come last
  private final Set<String> late; // benchmarks whose pairs come after those of the others

  public PairSample(SortedMap<String, String> types, long seed) {
    skipped = 0;
    late = Set.of();
    List<String> names = List.copyOf(types.keySet());
    for (int a = 0; a < names.size(); a++) {
      for (int b = a + 1; b < names.size(); b++) {
        String first = types.get(names.get(a));
        String second = types.get(names.get(b));
        boolean isSorted = first.compareTo(second) <= 0;
        String category = isSorted ? first + "/" + second : second + "/" + first;
        byCategory
            .computeIfAbsent(category, c -> new ArrayList<>())
            .add(new Pair(names.get(a), names.get(b), category));
      }
    }
    Random random = new Random(seed);
    byCategory.values().forEach(pairs -> Collections.shuffle(pairs, random));
  }

  /** Returns all pairs of some benchmarks in the order of figures. */
  public static PairSample of(Collection<String> benchmarks) {
    SortedMap<String, String> types = new TreeMap<>();
    benchmarks.forEach(name -> types.put(name, BundledModels.summary(name).type()));
    return new PairSample(types, SEED);
  }

  private PairSample(PairSample other, int skipped, Set<String> late) {
    byCategory.putAll(other.byCategory);
    this.skipped = skipped;
    this.late = late;
  }

  /** Returns the same pairs in an order in which the first {@code count} come last. */
  public PairSample withLast(int count) {
    return new PairSample(this, count, late);
  }

  /** Returns the same pairs in an order in which those with any of some benchmarks come last. */
  public PairSample withLast(Collection<String> benchmarks) {
    return new PairSample(this, skipped, Set.copyOf(benchmarks));
  }

  /** Returns how many pairs each category has. */
  public SortedMap<String, Integer> populations() {
    SortedMap<String, Integer> sizes = new TreeMap<>();
    byCategory.forEach((category, pairs) -> sizes.put(category, pairs.size()));
    return sizes;
  }

  /** Returns the first {@code count} pairs. */
  public List<Pair> first(int count) {
    List<Pair> order = new ArrayList<>();
    int rounds = byCategory.values().stream().mapToInt(List::size).max().orElse(0);
    for (int round = 0; round < rounds; round++) {
      for (List<Pair> pairs : byCategory.values()) {
        if (round < pairs.size()) {
          order.add(pairs.get(round));
        }
      }
    }
    Collections.rotate(order, -skipped);
    order.sort(Comparator.comparing(pair -> pair.names().stream().anyMatch(late::contains)));
    return List.copyOf(order.subList(0, Math.min(count, order.size())));
  }
}
