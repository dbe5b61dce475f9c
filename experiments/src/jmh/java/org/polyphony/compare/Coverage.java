package org.polyphony.compare;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How often each part of the simulator was run. */
final class Coverage {
  private final Map<String, Map<String, Integer>> counts = new TreeMap<>();

  /**
   * One thing that a trial runs.
   *
   * @param kind what it is, as {@code policy}
   * @param value which one
   */
  record Use(String kind, String value) {}

  /** Names what there is of a kind, so that what is never run shows as 0. */
  void expect(String kind, List<String> values) {
    values.forEach(value -> of(kind).putIfAbsent(value, 0));
  }

  void count(List<Use> uses) {
    uses.forEach(use -> of(use.kind()).merge(use.value(), 1, Integer::sum));
  }

  private Map<String, Integer> of(String kind) {
    return counts.computeIfAbsent(kind, k -> new TreeMap<>());
  }

  /** Returns a line for each kind. */
  List<String> lines() {
    return counts.entrySet().stream()
        .map(
            kind ->
                kind.getKey()
                    + ": "
                    + kind.getValue().entrySet().stream()
                        .map(value -> value.getKey() + " " + value.getValue())
                        .collect(Collectors.joining(", ")))
        .toList();
  }
}
