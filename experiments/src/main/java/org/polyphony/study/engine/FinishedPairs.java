package org.polyphony.study.engine;

import static org.polyphony.results.table.Formats.text;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.PairRuns;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.Variant;

/**
 * What has finished of a sample of pairs, and how pages describe it.
 *
 * @param asked pairs of the sample that were to run
 */
record FinishedPairs(
    PairRuns.Results results, PairSample sample, List<Pair> asked, List<Variant> variants) {
  /** Returns the pairs that have finished under all variants with at least one seed. */
  List<Pair> complete() {
    return asked.stream().filter(pair -> !results.complete(pair, variants).isEmpty()).toList();
  }

  /** Returns the pairs of which anything has finished. */
  List<Pair> any() {
    return asked.stream().filter(pair -> !repeats(pair).isEmpty()).toList();
  }

  /**
   * Returns the repeats of a pair that have finished under all variants; if there are none, any.
   */
  List<PairRepeat> repeats(Pair pair) {
    List<PairRepeat> complete = results.complete(pair, variants);
    return complete.isEmpty() ? results.complete(pair, List.of()) : complete;
  }

  /**
   * Describes the number of pairs and seeds, as in {@code 90 pairs (30 with 3 seeds, 60 with 1)}.
   */
  String runs() {
    List<Pair> pairs = complete();
    SortedMap<Integer, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
    pairs.forEach(pair -> counts.merge(repeats(pair).size(), 1, Integer::sum));
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
        runs(),
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
    return Stream.of(Category.values())
        .map(
            category -> {
              long count = pairs.stream().filter(p -> p.category() == category).count();
              return count + " of " + sample.population(category) + " " + category.label();
            })
        .collect(Collectors.joining(", "));
  }
}
