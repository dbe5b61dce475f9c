package org.polyphony.fuzz;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How many cases of each kind ended how, and those with something wrong. */
final class FuzzCounts {
  private final long seed;
  private final Map<FuzzKind, Map<String, Integer>> ends = new EnumMap<>(FuzzKind.class);
  private final Map<FuzzKind, Long> millis = new EnumMap<>(FuzzKind.class);
  private final Map<String, Integer> failures = new TreeMap<>();
  private final List<String> finds = new ArrayList<>();

  FuzzCounts(long seed) {
    this.seed = seed;
  }

  /**
   * Counts a case.
   *
   * @param outcome how it ended
   * @param folder its files
   * @param told hears at once of what is wrong
   */
  void add(Outcome outcome, Path folder, PrintStream told) {
    ends.computeIfAbsent(outcome.kind(), kind -> new TreeMap<>())
        .merge(outcome.end(), 1, Integer::sum);
    millis.merge(outcome.kind(), outcome.millis(), Long::sum);
    if (outcome.end().equals("exit 1")) {
      failures.merge(outcome.message().replaceAll("\\d+", "N"), 1, Integer::sum);
    }
    if (outcome.fault().isPresent()) {
      String find =
          "case %d of seed %d (%s): %s; see %s"
              .formatted(outcome.number(), seed, outcome.kind(), outcome.fault().get(), folder);
      finds.add(find);
      told.println(find);
    }
  }

  /** Returns what was wrong, in words. */
  List<String> finds() {
    return finds;
  }

  /** Returns a table of kinds and ends. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    ends.forEach(
        (kind, counts) -> {
          int cases = counts.values().stream().mapToInt(Integer::intValue).sum();
          text.append(
              String.format(
                  Locale.ROOT,
                  "%-13s %6d cases, %4d ms each: %s%n",
                  kind,
                  cases,
                  millis.get(kind) / cases,
                  counts));
        });
    failures.forEach((message, count) -> text.append(count + " x " + message + "\n"));
    return text + (finds.size() + " finds\n");
  }
}
