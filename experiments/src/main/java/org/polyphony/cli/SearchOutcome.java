package org.polyphony.cli;

import static org.polyphony.results.table.Formats.finite;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.config.SearchConfig;
import org.polyphony.results.RunRecord;
import org.polyphony.results.run.Latencies;
import org.polyphony.results.table.Table;
import org.polyphony.sweep.Search;

/** What a sweep with a search shows on standard output when it has ended. */
final class SearchOutcome {
  private static final Pattern PERCENTILE =
      Pattern.compile("benchmarks\\[(\\d+)]\\.requests\\.p(\\d+)Micros");

  private SearchOutcome() {}

  /** Returns the value found for each point of the axes, with the metric at the values tested. */
  static String table(SearchConfig search, List<Search.Found> found) {
    Table<Search.Found> table = new Table<>();
    for (String axis : found.get(0).axes().keySet()) {
      table = table.text(axis, of -> RunRecord.text(of.axes().get(axis)));
    }
    table =
        table
            .text("found", of -> isFound(of) ? value(of.kept()) : "-")
            .text("metric", of -> isFound(of) ? metric(of.kept()) : "-")
            .text("fails at", of -> value(of.failed()))
            .text("metric there", of -> metric(of.failed()))
            .text("state", of -> of.state().words());
    return String.format(
            "%s %s with %s %s%n", search.find(), search.key(), search.metric(), search.bound())
        + table.lines(found);
  }

  private static boolean isFound(Search.Found of) {
    return of.state() == Search.State.FOUND;
  }

  private static String value(Optional<Search.Tested> of) {
    return of.map(tested -> RunRecord.text(SearchConfig.node(tested.value()))).orElse("-");
  }

  private static String metric(Optional<Search.Tested> of) {
    return finite("%.4g", of.map(Search.Tested::metric).orElse(Double.NaN));
  }

  /** Returns a warning that a percentile rests on too few requests; empty where it does not. */
  static String warning(SearchConfig search, List<RunRecord> runs) {
    Matcher percentile = PERCENTILE.matcher(search.metric());
    if (!percentile.matches()) {
      return "";
    }
    String ended = "/benchmarks/" + percentile.group(1) + "/requests/ended";
    double fewest = runs.stream().mapToDouble(run -> run.number(ended)).min().orElse(Double.NaN);
    String warning = Latencies.warning((long) fewest, Integer.parseInt(percentile.group(2)));
    return warning.isEmpty() ? "" : warning + "\n";
  }
}
