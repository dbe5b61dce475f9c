package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;

/**
 * The numbers that a sweep varies as tables: a row for each run and number, or each run, number and
 * workload with requests. A number needs three values for a line.
 */
final class SweptAxis {
  private static final Pattern LOAD =
      Pattern.compile("workloads\\[(\\d+)]\\.arrivals(\\.every|\\.poisson)?");
  private static final Pattern TIME = Pattern.compile("([0-9.]+) ?(ns|us|ms|s)");
  private static final Map<String, Double> MICROS =
      Map.of("ns", 1e-3, "us", 1.0, "ms", 1e3, "s", 1e6);
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double THOUSAND = 1e3;
  private static final int LEAST_VALUES = 3;
  private static final String P50 = "benchmarks[].requests.p50Micros";
  private static final String P95 = "benchmarks[].requests.p95Micros";

  private SweptAxis() {}

  /** Returns the compared runs by each number but the seed. */
  static List<Row> rows(Results results) {
    List<RunRecord> runs = results.sweptRuns();
    List<Row> rows = new ArrayList<>();
    paths(runs).forEach(path -> rows.addAll(rows(path, runs, results)));
    return rows;
  }

  /** Returns the paths of all axes but the seed, sorted. */
  private static Set<String> paths(List<RunRecord> runs) {
    Set<String> paths = new TreeSet<>();
    runs.forEach(run -> run.summary().path("axes").fieldNames().forEachRemaining(paths::add));
    paths.remove("seed");
    return paths;
  }

  private static List<Row> rows(String path, List<RunRecord> runs, Results results) {
    return rows(
        path,
        results.view().names().axisLabel(path),
        runs,
        run -> RunRecord.number(run.summary().path("axes").path(path)),
        results);
  }

  private static List<Row> rows(
      String path,
      String label,
      List<RunRecord> runs,
      ToDoubleFunction<RunRecord> value,
      Results results) {
    double[] values = runs.stream().mapToDouble(value).distinct().toArray();
    boolean isLine = values.length >= LEAST_VALUES;
    for (double each : values) {
      isLine &= Double.isFinite(each);
    }
    List<Row> rows = new ArrayList<>();
    for (RunRecord run : isLine ? runs : List.<RunRecord>of()) {
      double at = value.applyAsDouble(run);
      String words = results.view().names().value(path, at);
      rows.add(
          Row.of(run)
              .with(Map.of("axis", path, "axisLabel", label, "setting", run.setting(path)))
              .with(Map.of("value", at, "valueWords", words)));
    }
    return rows;
  }

  /**
   * Returns the latencies of each workload with requests by the loads that a sweep offers it; in a
   * sweep of one load, by the numbers that it varies instead.
   */
  static List<Row> loads(Results results) {
    List<Row> rows = new ArrayList<>();
    int most = results.runs().stream().mapToInt(run -> run.names().size()).max().orElse(0);
    for (int workload = 0; results.isSweep() && workload < most; workload++) {
      rows.addAll(new Load(results, workload).rows(rows.isEmpty() ? "" : "-" + workload));
    }
    return rows;
  }

  /** The load of one workload, by its index. */
  private record Load(Results results, int workload) {
    List<Row> rows(String suffix) {
      String requests = "/benchmarks/" + workload + "/requests/";
      List<RunRecord> runs =
          results.runs().stream()
              .filter(run -> Double.isFinite(run.number(requests + "p50Micros")))
              .toList();
      List<Row> rows = new ArrayList<>();
      for (String path : paths(runs)) {
        Matcher load = LOAD.matcher(path);
        if (load.matches() && Integer.parseInt(load.group(1)) == workload) {
          rows.addAll(named("latency-load" + suffix, load(path, runs)));
        }
      }
      if (rows.isEmpty()) {
        for (String path : paths(runs)) {
          rows.addAll(named("latency-load-" + path + suffix, SweptAxis.rows(path, runs, results)));
        }
      }
      return rows;
    }

    private List<Row> named(String file, List<Row> rows) {
      String name = "benchmarks." + workload + ".name";
      Map<String, Object> shared = Map.of("file", file, "deadline", micros(base("deadline")));
      return rows.stream()
          .map(row -> row.with(shared).with(Map.of("workload", row.text(name))))
          .map(row -> row.with(Map.of(P50, latency(row, P50), P95, latency(row, P95))))
          .toList();
    }

    private double latency(Row row, String metric) {
      return row.number(metric.replace("[]", "." + workload));
    }

    /** Returns the settings of the workload that all runs share. */
    private JsonNode base(String key) {
      return results
          .json(ResultFile.CONFIG)
          .map(config -> config.at("/base/workloads/" + workload + "/" + key))
          .orElse(MissingNode.getInstance());
    }

    /** Returns the rows of an axis by requests, or thousand requests, per second. */
    private List<Row> load(String path, List<RunRecord> runs) {
      ToDoubleFunction<RunRecord> perSecond =
          run -> perSecond(path, run.summary().path("axes").path(path));
      boolean isLarge = runs.stream().mapToDouble(perSecond).allMatch(load -> load >= THOUSAND);
      double unit = isLarge ? THOUSAND : 1;
      String label = "Offered load (" + (isLarge ? "thousand " : "") + "requests/s)";
      return SweptAxis.rows(path, label, runs, run -> perSecond.applyAsDouble(run) / unit, results);
    }

    private double perSecond(String path, JsonNode value) {
      ObjectNode arrivals = JsonNodeFactory.instance.objectNode();
      if (path.endsWith("arrivals")) {
        return value.isObject() ? perSecond(value) : Double.NaN;
      }
      arrivals.set("per", base("arrivals").path("per"));
      return perSecond(arrivals.set(path.substring(path.lastIndexOf('.') + 1), value));
    }

    private static double perSecond(JsonNode arrivals) {
      if (arrivals.has("every")) {
        return MICROS_PER_SECOND / micros(arrivals.path("every"));
      }
      double perUnit = MICROS.getOrDefault(arrivals.path("per").asText(), MICROS_PER_SECOND);
      return RunRecord.number(arrivals.path("poisson")) * MICROS_PER_SECOND / perUnit;
    }

    /** Returns a time that is a number of microseconds, or has its unit; else not a number. */
    private static double micros(JsonNode time) {
      Matcher written = TIME.matcher(time.asText());
      return written.matches()
          ? Double.parseDouble(written.group(1)) * MICROS.get(written.group(2))
          : RunRecord.number(time);
    }
  }
}
