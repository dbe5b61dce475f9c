package org.polyphony.cli;

import static org.polyphony.results.table.Formats.finite;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.polyphony.results.MatchedRuns;
import org.polyphony.results.RunRecord;
import org.polyphony.results.SoloRuns;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.run.Summary;
import org.polyphony.results.statistics.GeometricMean.Member;
import org.polyphony.results.statistics.PairedRatios;
import org.polyphony.results.table.Table;

/**
 * Two sweeps, or a sweep and a run, as a table: for each setting the ratios of each metric over the
 * points that match, where the value of a point is its mean over seeds.
 */
final class PairedSweeps {
  private final String base;
  private final String other;
  private final MatchedRuns matched;
  private final List<Row> rows = new ArrayList<>();

  /**
   * The ratios of a metric over the matched points of a setting.
   *
   * @param setting empty for all
   */
  record Row(String base, String other, String setting, Metric metric, PairedRatios ratios) {}

  PairedSweeps(Compared base, Compared other) {
    this.base = base.label();
    this.other = other.label();
    matched = new MatchedRuns(base.runs().orElseThrow(), other.runs().orElseThrow());
    Map<String, List<MatchedRuns.Match>> bySetting = new LinkedHashMap<>();
    for (MatchedRuns.Match match : matched.matches()) {
      bySetting.computeIfAbsent(match.setting(), s -> new ArrayList<>()).add(match);
    }
    bySetting.forEach(
        (setting, matches) -> headlines().forEach(metric -> add(setting, metric, matches)));
  }

  /** Returns the metrics of a whole run, and of its requests, of which some values are better. */
  private static Stream<Metric> headlines() {
    return Summary.metrics().stream()
        .filter(metric -> metric.better() != Metric.Better.NEITHER)
        .filter(m -> m.path().matches("\\w+|benchmarks\\[]\\.requests\\.p(50|95)Micros"));
  }

  private void add(String setting, Metric metric, List<MatchedRuns.Match> matches) {
    List<Member> ratios = new ArrayList<>();
    for (MatchedRuns.Match match : matches) {
      double ratio = mean(metric, match.other()) / mean(metric, match.base());
      if (Double.isFinite(ratio) && ratio > 0) {
        ratios.add(Member.of(match.base().get(0).workloads(), ratio));
      }
    }
    if (!ratios.isEmpty()) {
      boolean isHigherBetter = metric.better() == Metric.Better.HIGHER;
      PairedRatios paired = PairedRatios.of(ratios, isHigherBetter);
      rows.add(new Row(base, other, setting, metric, paired));
    }
  }

  private static double mean(Metric metric, List<RunRecord> runs) {
    return runs.stream()
        .mapToDouble(run -> number(metric, run.summary()))
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
            .text("points", row -> row.ratios.pairs())
            .text(other + " / " + base, row -> finite("%.3f", row.ratios.mean().mean()))
            .text("95% interval", row -> interval(row.ratios))
            .text("better", row -> row.ratios.better())
            .text("equal", row -> row.ratios.equal())
            .text("worse", row -> row.ratios.worse());
    return table.lines(rows)
        + leftOver(base, matched.onlyInBase())
        + leftOver(other, matched.onlyInOther())
        + soloRuns();
  }

  private String soloRuns() {
    return matched.matches().stream()
        .map(match -> Stream.concat(match.base().stream(), match.other().stream()).toList())
        .flatMap(runs -> SoloRuns.difference(runs).stream())
        .findFirst()
        .map(sentence -> sentence + "\n")
        .orElse("");
  }

  private static String interval(PairedRatios ratios) {
    return ratios.mean().hasInterval()
        ? finite("%.3f", ratios.mean().low()) + " to " + finite("%.3f", ratios.mean().high())
        : "-";
  }

  private static String leftOver(String label, int points) {
    return points == 0 ? "" : "points only in " + label + ": " + points + "\n";
  }

  /** The file that {@code --csv} writes. */
  static final Table<Row> CSV =
      new Table<Row>()
          .text("base", Row::base)
          .text("of", Row::other)
          .text("setting", Row::setting)
          .text("metric", row -> row.metric.path())
          .text("points", row -> row.ratios.pairs())
          .text("ratio", row -> row.ratios.mean().mean())
          .text("low", row -> row.ratios.mean().low())
          .text("high", row -> row.ratios.mean().high())
          .text("better", row -> row.ratios.better())
          .text("equal", row -> row.ratios.equal())
          .text("worse", row -> row.ratios.worse());

  Stream<Row> rows() {
    return rows.stream();
  }
}
