package org.polyphony.study.pairs;

import java.util.List;
import java.util.Map;

/**
 * What pairs gave under several variants.
 *
 * @param repeats of each pair of which a run has ended, in ascending order of their seeds
 * @param failures what went wrong, a line for each run that failed
 */
public record PairResults(Map<Pair, List<PairRepeat>> repeats, List<String> failures) {
  public List<PairRepeat> complete(Pair pair, List<Variant> variants) {
    return repeats.getOrDefault(pair, List.of()).stream()
        .filter(repeat -> repeat.hasAll(variants))
        .toList();
  }
}
