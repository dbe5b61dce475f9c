package org.polyphony.cli;

import static java.util.stream.Collectors.joining;
import static org.polyphony.results.table.Formats.finite;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.polyphony.plot.Sharing;
import org.polyphony.results.RunRecord;
import org.polyphony.results.SoloRuns;
import org.polyphony.results.run.Latencies;
import org.polyphony.results.statistics.GeometricMean;
import org.polyphony.results.table.Table;

/** What a sweep shows on standard output when it has ended. */
final class SweepOutcome {
  private static final int MOST_ROWS = 30;
  private static final int MOST_REASONS = 5;

  private SweepOutcome() {}

  /** Returns why runs failed: each reason once, with the first run that it stopped. */
  static String failures(Iterable<JsonNode> runs) {
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    for (JsonNode run : runs) {
      if (run.has("error")) {
        String reason = run.path("error").asText();
        reasons.computeIfAbsent(reason, r -> new ArrayList<>()).add(run.path("run").asText());
      }
    }
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, List<String>> reason :
        reasons.entrySet().stream().limit(MOST_REASONS).toList()) {
      int more = reason.getValue().size() - 1;
      String others = more == 0 ? "" : " and " + more + " more";
      text.append("failed: " + reason.getValue().get(0) + others + ": " + reason.getKey() + "\n");
    }
    int hidden = reasons.size() - MOST_REASONS;
    return text + (hidden > 0 ? "and " + hidden + " more causes, in results.csv\n" : "");
  }

  /** Returns how many runs approximated instructions; nothing if none did. */
  static String approximated(Iterable<JsonNode> runs) {
    int count = 0;
    for (JsonNode run : runs) {
      count += run.at("/instructions/approximated").asLong() > 0 ? 1 : 0;
    }
    return count == 0
        ? ""
        : "runs with approximated instructions: " + count + " (which ones: results.csv)\n";
  }

  /**
   * Returns STP and ANTT of each setting, and the 95th percentile of the latency of requests:
   * geometric means over its sets of workloads. Of host experiments there is no table.
   */
  static String table(List<RunRecord> runs) {
    Sharing sharing = new Sharing(runs.stream().filter(of -> Double.isFinite(of.stp())).toList());
    Table<String> table =
        new Table<String>()
            .text("setting", setting -> setting)
            .text("runs", setting -> runs(sharing.values(setting, null, RunRecord::stp)))
            .text("STP", setting -> mean("%.3f", sharing, setting, RunRecord::stp))
            .text("ANTT", setting -> mean("%.3f", sharing, setting, RunRecord::antt));
    if (runs.stream().anyMatch(run -> Double.isFinite(p95Micros(run)))) {
      table =
          table.text(
              "p95 latency (us)",
              setting -> mean("%.1f", sharing, setting, SweepOutcome::p95Micros));
    }
    List<String> settings = sharing.settings();
    int hidden = settings.size() - MOST_ROWS;
    String more = hidden > 0 ? "and " + hidden + " more settings, in results.csv\n" : "";
    return settings.isEmpty()
        ? ""
        : "geometric means\n"
            + table.lines(settings.stream().limit(MOST_ROWS).toList())
            + more
            + SoloRuns.difference(runs).map(sentence -> sentence + "\n").orElse("")
            + fewRequests(runs);
  }

  private static String fewRequests(List<RunRecord> runs) {
    long fewest =
        runs.stream()
            .flatMap(run -> run.summary().path("benchmarks").findValues("requests").stream())
            .mapToLong(requests -> requests.path("ended").asLong(Long.MAX_VALUE))
            .min()
            .orElse(Long.MAX_VALUE);
    String warning = Latencies.warning(fewest, 95);
    return warning.isEmpty() ? "" : warning + "\n";
  }

  private static int runs(Map<String, double[]> values) {
    return values.values().stream().mapToInt(seeds -> seeds.length).sum();
  }

  private static String mean(
      String format, Sharing sharing, String setting, ToDoubleFunction<RunRecord> metric) {
    return finite(format, GeometricMean.ofWorkloads(sharing.values(setting, null, metric)).mean());
  }

  /** Returns that of the one workload with requests; not a number without such. */
  private static double p95Micros(RunRecord run) {
    List<JsonNode> requests = run.summary().path("benchmarks").findValues("requests");
    return requests.size() == 1 ? RunRecord.number(requests.get(0).path("p95Micros")) : Double.NaN;
  }

  /** Returns which policies that decide at run time made no decision, a line each. */
  static String undecided(List<RunRecord> runs) {
    return RunRecord.undecided(runs).stream().map(line -> line + "\n").collect(joining());
  }

  /** Returns commands that look at the results, a line each. */
  static String next(Path folder) {
    return Table.ofCells("next:", "")
        .lines(
            List.of(
                List.of("  polyphony plot " + folder, "charts"),
                List.of("  polyphony report " + folder, "tables and charts on one page"),
                List.of("  " + folder.resolve("results.csv"), "all values of each run")));
  }
}
