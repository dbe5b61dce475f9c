package org.polyphony.study.engine;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.polyphony.config.GpuConfigs;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairSample;

/**
 * What has finished of a sample of pairs, and how pages describe it.
 *
 * @param runs summaries by pair, seed and variant, pairs and seeds in their order
 * @param variants their number
 */
record FinishedPairs(
    PairSample sample, Map<Pair, SortedMap<Long, Map<String, ObjectNode>>> runs, int variants) {
  /** Returns the pairs that have finished under all variants with at least one seed. */
  List<Pair> complete() {
    return runs.keySet().stream().filter(pair -> !wholeSeeds(pair).isEmpty()).toList();
  }

  private List<Long> wholeSeeds(Pair pair) {
    return runs.get(pair).entrySet().stream()
        .filter(seed -> seed.getValue().size() == variants)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the seeds of a pair that have finished under all variants; if there are none, any. */
  List<Long> seeds(Pair pair) {
    List<Long> whole = wholeSeeds(pair);
    return whole.isEmpty() ? List.copyOf(runs.get(pair).keySet()) : whole;
  }

  /**
   * Describes the number of pairs and seeds, as in {@code 90 pairs (30 with 3 seeds, 60 with 1)}.
   */
  String words() {
    List<Pair> pairs = complete();
    SortedMap<Integer, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
    pairs.forEach(pair -> counts.merge(seeds(pair).size(), 1, Integer::sum));
    String all = pairs.size() + " pairs";
    if (counts.isEmpty() || counts.firstKey() == 1) {
      return all;
    } else if (counts.size() == 1) {
      return all + " (" + counts.firstKey() + " seeds each)";
    }
    StringJoiner words = new StringJoiner(", ", all + " (", ")");
    counts.forEach((seeds, of) -> words.add(of + " with " + seeds));
    return words.toString().replaceFirst("( with \\d+)", "$1 seeds");
  }

  /** Describes the extent of the runs in a line. */
  String extent(String gpu, long cycles) {
    return text(
        "%s on %s, rounds of %s",
        words(),
        GpuConfigs.load(gpu).name(),
        cycles > 0 ? text("%,d cycles alone", cycles) : "a billion thread instructions or all");
  }

  /** Describes the sampling of pairs and their means. */
  String sampling() {
    List<Pair> pairs = complete();
    long units = pairs.stream().flatMap(pair -> pair.names().stream()).distinct().count();
    boolean isCensus = pairs.size() == sample.first(Integer.MAX_VALUE).size();
    String drawn = isCensus ? "all pairs" : "sample seed " + PairSample.SEED;
    return text(
        "%s; %s. Averages are plain geometric means over the pairs; their 95%% intervals are about the"
            + " %d benchmarks,%nnot the pairs (docs/method.md).%n",
        sizes(pairs), drawn, units);
  }

  private String sizes(List<Pair> pairs) {
    StringJoiner words = new StringJoiner(", ");
    sample
        .populations()
        .forEach(
            (category, all) -> {
              long count = pairs.stream().filter(p -> p.category().equals(category)).count();
              words.add(count + " of " + all + " " + category);
            });
    return words.toString();
  }
}
