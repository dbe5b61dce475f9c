package org.polyphony.cli;

import static org.polyphony.results.table.Formats.finite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.polyphony.config.Seeds;
import org.polyphony.results.store.Json;
import org.polyphony.results.table.Table;

/** What a sweep shows on standard output when it has ended. */
final class SweepOutcome {
  private static final int MOST_ROWS = 30;
  private static final int MOST_REASONS = 5;

  /** What a run is summed up by. */
  private record Metrics(double stp, double antt, double p95Micros) {
    private static Metrics of(JsonNode run) {
      return new Metrics(
          run.path("stp").asDouble(), run.path("antt").asDouble(Double.NaN), p95Micros(run));
    }

    /** Returns that of the one workload with requests; not a number without such. */
    private static double p95Micros(JsonNode run) {
      List<JsonNode> requests = run.path("benchmarks").findValues("requests");
      return requests.size() == 1
          ? requests.get(0).path("p95Micros").asDouble(Double.NaN)
          : Double.NaN;
    }
  }

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
    reasons.entrySet().stream()
        .limit(MOST_REASONS)
        .forEach(
            reason -> {
              int more = reason.getValue().size() - 1;
              String others = more == 0 ? "" : " and " + more + " more";
              text.append("failed: " + reason.getValue().get(0) + others + ": ")
                  .append(reason.getKey() + "\n");
            });
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
   * Returns STP and ANTT of each setting of the axes, workloads and seeds apart, and the 95th
   * percentile of the latency of requests: geometric means over its runs. Of host experiments there
   * is no table.
   */
  static String table(Iterable<JsonNode> runs) {
    Map<String, List<Metrics>> settings = new LinkedHashMap<>();
    for (JsonNode run : runs) {
      if (run.path("stp").isNumber()) {
        settings.computeIfAbsent(setting(run), s -> new ArrayList<>()).add(Metrics.of(run));
      }
    }
    Table<Map.Entry<String, List<Metrics>>> table =
        new Table<Map.Entry<String, List<Metrics>>>()
            .text("setting", Map.Entry::getKey)
            .text("runs", setting -> setting.getValue().size())
            .text("STP", setting -> mean("%.3f", setting.getValue(), Metrics::stp))
            .text("ANTT", setting -> mean("%.3f", setting.getValue(), Metrics::antt));
    boolean hasRequests =
        settings.values().stream()
            .flatMap(List::stream)
            .anyMatch(run -> Double.isFinite(run.p95Micros()));
    if (hasRequests) {
      table =
          table.text(
              "p95 latency (us)", setting -> mean("%.1f", setting.getValue(), Metrics::p95Micros));
    }
    String lines = table.lines(settings.entrySet().stream().limit(MOST_ROWS).toList());
    int hidden = settings.size() - MOST_ROWS;
    String more = hidden > 0 ? "and " + hidden + " more settings, in results.csv\n" : "";
    return settings.isEmpty() ? "" : "geometric means\n" + lines + more;
  }

  private static String setting(JsonNode run) {
    ObjectNode axes = run.path("axes").deepCopy();
    if (axes.size() > 1) {
      axes.remove(List.of("workloads", Seeds.KEY));
    }
    StringJoiner words = new StringJoiner(", ");
    axes.forEachEntry(
        (path, value) -> {
          String text = Json.plain(value);
          words.add(path.equals("policy") ? text : path + " " + text);
        });
    return words.length() == 0 ? "all" : words.toString();
  }

  private static String mean(String format, List<Metrics> runs, ToDoubleFunction<Metrics> metric) {
    return finite(format, StatUtils.geometricMean(runs.stream().mapToDouble(metric).toArray()));
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
