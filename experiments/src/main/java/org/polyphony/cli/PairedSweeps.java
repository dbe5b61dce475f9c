package org.polyphony.cli;

import static org.polyphony.results.table.Formats.finite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.config.Seeds;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.run.Summary;
import org.polyphony.results.statistics.GeometricMean;
import org.polyphony.results.store.Json;
import org.polyphony.results.table.Table;

/**
 * The points of two sweeps that are the same but for what differs between the sweeps, side by side:
 * ratios of each metric, where the value of a point is its mean over the seeds that both have.
 */
final class PairedSweeps {
  private static final double TIE = 0.0005; // a difference that three digits do not show
  private static final String NOTHING = "-";

  /** Paths that say what runs: never what differs between sweeps, but which point it is. */
  private static final Predicate<String> WORKLOADS =
      Pattern.compile("workloads(\\[\\d+](\\.(benchmark|trace|model|name))?)?").asMatchPredicate();

  private final Side base;
  private final Side other;
  private final List<Row> rows = new ArrayList<>();
  private int matched;

  /** A sweep: its runs with all their settings by path. */
  private record Side(String label, List<Point> points, Map<String, Set<JsonNode>> values) {
    static Side of(String label, Results results) {
      Map<String, JsonNode> ofBase = new TreeMap<>();
      JsonNode config = results.json(ResultFile.CONFIG).orElse(MissingNode.getInstance());
      config.path("base").forEachEntry(ofBase::put);
      List<Point> points = new ArrayList<>();
      Map<String, Set<JsonNode>> values = new TreeMap<>();
      for (RunRecord run : results.runs()) {
        Map<String, JsonNode> settings = new TreeMap<>(ofBase);
        run.summary().path("axes").forEachEntry(settings::put);
        settings.forEach(
            (path, v) -> values.computeIfAbsent(path, p -> new LinkedHashSet<>()).add(v));
        points.add(new Point(run, settings));
      }
      return new Side(label, points, values);
    }

    Set<JsonNode> values(String path) {
      return values.getOrDefault(path, Set.of());
    }
  }

  private record Point(RunRecord run, Map<String, JsonNode> settings) {
    String seed() {
      return String.valueOf(settings.get(Seeds.KEY));
    }

    String words(Set<String> paths) {
      List<String> words = new ArrayList<>();
      for (String path : paths) {
        if (settings.containsKey(path)) {
          String value = Json.plain(settings.get(path));
          words.add(path.matches("policy|variant") ? value : path + " " + value);
        }
      }
      return String.join(", ", words);
    }
  }

  /**
   * The ratios of a metric over the matched points of a setting.
   *
   * @param setting what the points share, without their workloads; empty for all
   */
  private record Row(
      String setting, Metric metric, GeometricMean ratio, int points, int wins, int ties) {
    static Row of(String setting, Metric metric, List<Double> ratios) {
      int wins = 0;
      int ties = 0;
      for (double ratio : ratios) {
        boolean isTie = Math.abs(ratio - 1) < TIE;
        ties += isTie ? 1 : 0;
        wins += !isTie && ratio > 1 == (metric.better() == Metric.Better.HIGHER) ? 1 : 0;
      }
      List<double[]> members = ratios.stream().map(ratio -> new double[] {ratio}).toList();
      return new Row(setting, metric, GeometricMean.of(members), ratios.size(), wins, ties);
    }

    int losses() {
      return points - wins - ties;
    }
  }

  /**
   * Matches the points.
   *
   * @throws InvalidInputException when no point of one is a point of the other
   */
  PairedSweeps(String baseLabel, Results baseResults, String label, Results results) {
    base = Side.of(baseLabel, baseResults);
    other = Side.of(label, results);
    Set<String> shared = shared();
    Map<String, List<Point>> before = groups(base, shared);
    Map<String, Map<String, List<Double>>> ratios = new LinkedHashMap<>(); // by setting, metric
    groups(other, shared)
        .forEach(
            (key, points) -> {
              if (before.containsKey(key)) {
                matched++;
                add(before.get(key), points, shared, ratios);
              }
            });
    if (matched == 0) {
      throw new InvalidInputException(
          results.folder()
              + ": found no point of "
              + baseResults.folder()
              + ", allowed: sweeps with common workloads and settings");
    }
    ratios.forEach(
        (setting, ofMetrics) ->
            headlines()
                .filter(metric -> ofMetrics.containsKey(metric.path()))
                .forEach(m -> rows.add(Row.of(setting, m, ofMetrics.get(m.path())))));
  }

  /** Returns the metrics of a whole run, and of its requests, of which some values are better. */
  private static Stream<Metric> headlines() {
    return Summary.metrics().stream()
        .filter(metric -> metric.better() != Metric.Better.NEITHER)
        .filter(m -> m.path().matches("\\w+|benchmarks\\[]\\.requests\\.p(50|95)Micros"));
  }

  /** Returns the paths of which both have a common value; those without differ between them. */
  private Set<String> shared() {
    Set<String> shared = new TreeSet<>(base.values.keySet());
    shared.addAll(other.values.keySet());
    shared.remove(Seeds.KEY);
    shared.removeIf(
        path -> {
          if (WORKLOADS.test(path)) {
            return false;
          }
          boolean isOfOne = base.values(path).isEmpty() || other.values(path).isEmpty();
          return isOfOne || base.values(path).stream().noneMatch(other.values(path)::contains);
        });
    return shared;
  }

  /** Returns the points, seeds together, by what they share and, of each sweep, what is its own. */
  private static Map<String, List<Point>> groups(Side side, Set<String> shared) {
    Map<String, List<Point>> groups = new LinkedHashMap<>();
    for (Point point : side.points) {
      groups.computeIfAbsent(point.words(shared), key -> new ArrayList<>()).add(point);
    }
    return groups;
  }

  private void add(
      List<Point> before,
      List<Point> after,
      Set<String> shared,
      Map<String, Map<String, List<Double>>> ratios) {
    Map<String, List<Point>> ownBefore = own(before, shared);
    own(after, shared)
        .forEach(
            (ownAfter, points) ->
                ownBefore.forEach(
                    (own, pointsBefore) -> {
                      String differing = own.equals(ownAfter) ? "" : own + " -> " + ownAfter;
                      String setting = setting(points.get(0), shared, differing);
                      headlines()
                          .forEach(
                              metric -> {
                                double ratio = ratio(metric, pointsBefore, points);
                                if (Double.isFinite(ratio) && ratio > 0) {
                                  ratios
                                      .computeIfAbsent(setting, s -> new LinkedHashMap<>())
                                      .computeIfAbsent(metric.path(), m -> new ArrayList<>())
                                      .add(ratio);
                                }
                              });
                    }));
  }

  /** Returns points by what only this sweep varies; what is the same for all is left out. */
  private Map<String, List<Point>> own(List<Point> points, Set<String> shared) {
    Map<String, List<Point>> own = new LinkedHashMap<>();
    for (Point point : points) {
      Set<String> paths = new TreeSet<>(point.settings.keySet());
      paths.removeAll(shared);
      paths.remove(Seeds.KEY);
      paths.removeIf(path -> base.values(path).size() < 2 && other.values(path).size() < 2);
      own.computeIfAbsent(point.words(paths), key -> new ArrayList<>()).add(point);
    }
    return own;
  }

  private String setting(Point point, Set<String> shared, String differing) {
    Set<String> varied = new TreeSet<>(shared);
    varied.removeIf(WORKLOADS);
    varied.removeIf(path -> base.values(path).size() < 2 && other.values(path).size() < 2);
    String words = point.words(varied);
    return words + (words.isEmpty() || differing.isEmpty() ? "" : ", ") + differing;
  }

  /** Returns the mean of a metric over the mean of the base, of the seeds that both have. */
  private static double ratio(Metric metric, List<Point> before, List<Point> after) {
    Set<String> seeds = new TreeSet<>(before.stream().map(Point::seed).toList());
    seeds.retainAll(after.stream().map(Point::seed).toList());
    return mean(metric, after, seeds) / mean(metric, before, seeds);
  }

  /** Without a common seed all count. */
  private static double mean(Metric metric, List<Point> points, Set<String> seeds) {
    return points.stream()
        .filter(point -> seeds.isEmpty() || seeds.contains(point.seed()))
        .mapToDouble(point -> number(metric, point.run().summary()))
        .average()
        .orElse(Double.NaN);
  }

  /** Returns the metric of a run, or of the one workload that has requests. */
  private static double number(Metric metric, JsonNode run) {
    if (!metric.path().contains("[]")) {
      return RunRecord.number(run.path(metric.path()));
    }
    List<JsonNode> requests = run.path("benchmarks").findValues("requests");
    return requests.size() == 1
        ? RunRecord.number(requests.get(0).path(metric.name()))
        : Double.NaN;
  }

  /** Returns the ratios as a table, and how many points have no counterpart. */
  String table() {
    Table<Row> table = new Table<>();
    if (rows.stream().anyMatch(row -> !row.setting.isEmpty())) {
      table = table.text("setting", row -> row.setting.isEmpty() ? "all" : row.setting);
    }
    table =
        table
            .text("metric", row -> row.metric.label())
            .text("points", Row::points)
            .text(other.label + " / " + base.label, row -> finite("%.3f", row.ratio.mean()))
            .text("95% interval", row -> interval(row.ratio))
            .text("better", Row::wins)
            .text("equal", Row::ties)
            .text("worse", Row::losses);
    return table.lines(rows) + leftOver(base, other) + leftOver(other, base);
  }

  private static String interval(GeometricMean ratio) {
    return Double.isFinite(ratio.low())
        ? finite("%.3f", ratio.low()) + " to " + finite("%.3f", ratio.high())
        : NOTHING;
  }

  private String leftOver(Side of, Side in) {
    Set<String> shared = shared();
    Set<String> missing = new TreeSet<>(groups(of, shared).keySet());
    missing.removeAll(groups(in, shared).keySet());
    return missing.isEmpty() ? "" : "points only in " + of.label + ": " + missing.size() + "\n";
  }

  /** Returns the mean ratios of STP, ANTT and latency by metric, for a chart. */
  Map<String, Map<String, Double>> charted() {
    Map<String, Map<String, Double>> series = new LinkedHashMap<>();
    for (Row row : rows) {
      if (row.metric.path().matches("stp|antt|.*p95Micros")) {
        String name = row.setting.isEmpty() ? other.label : row.setting;
        series
            .computeIfAbsent(name, s -> new LinkedHashMap<>())
            .put(row.metric.label(), row.ratio.mean());
      }
    }
    return series;
  }

  /** A row of the file that {@code --csv} writes. */
  record Line(PairedSweeps of, Row row) {}

  /** The file that {@code --csv} writes. */
  static final Table<Line> CSV =
      new Table<Line>()
          .text("base", line -> line.of.base.label)
          .text("of", line -> line.of.other.label)
          .text("setting", line -> line.row.setting)
          .text("metric", line -> line.row.metric.path())
          .text("points", line -> line.row.points)
          .text("ratio", line -> line.row.ratio.mean())
          .text("low", line -> line.row.ratio.low())
          .text("high", line -> line.row.ratio.high())
          .text("better", line -> line.row.wins)
          .text("equal", line -> line.row.ties)
          .text("worse", line -> line.row.losses());

  Stream<Line> lines() {
    return rows.stream().map(row -> new Line(this, row));
  }
}
