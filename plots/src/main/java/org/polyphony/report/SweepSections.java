package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.polyphony.plot.Sharing;
import org.polyphony.results.RunRecord;
import org.polyphony.results.SoloRuns;
import org.polyphony.results.statistics.GeometricMean;
import org.polyphony.results.statistics.MeanInterval;

/** Several runs: settings and workloads compared, every run, and those that failed. */
final class SweepSections {
  private static final int MOST_SETTINGS = 24; // side by side

  private SweepSections() {}

  static Section failed(Source source) {
    Section section = new Section("failed", "Failed runs");
    if (!source.results().failures().isEmpty()) {
      section
          .paragraph("polyphony sweep --resume retries them.")
          .table(
              new HtmlTable<>("Failed runs", source.results().failures())
                  .link("Run", run -> run.id(), run -> source.link("runs/" + run.id() + ".json"))
                  .text("Cause", run -> run.cause()));
    }
    return section;
  }

  /** STP and ANTT of each setting (policy and other axes), by category of workloads. */
  static Section settings(Source source) {
    Section section = new Section("settings", "Comparison of settings");
    Sharing sharing = new Sharing(source.records().stream().filter(RunRecord::isShared).toList());
    if (source.isSingle() || sharing.settings().size() * sharing.workloads().size() < 2) {
      return section; // nothing to compare
    }
    SoloRuns.difference(source.records()).ifPresent(section::paragraph);
    return section
        .paragraph(
            "Geometric means over sets of workloads; from five workloads on with 95% confidence"
                + " intervals that are about the workloads, not their sets (docs/method.md), for one"
                + " set with the Student's t interval of its seeds. A setting is a policy"
                + " and a value of every other axis; compare only settings with the same number of"
                + " sets.")
        .table(settings("STP, higher is better", sharing, RunRecord::stp))
        .table(settings("ANTT, lower is better", sharing, RunRecord::antt));
  }

  private static HtmlTable<String> settings(
      String caption, Sharing sharing, ToDoubleFunction<RunRecord> metric) {
    HtmlTable<String> table =
        new HtmlTable<>(caption, sharing.settings())
            .text("Setting", setting -> setting)
            .number("Sets", "%,.0f", setting -> sharing.values(setting, null, metric).size())
            .cell("All", true, setting -> mean(sharing.values(setting, null, metric)));
    if (sharing.categories().size() > 1) {
      for (String category : sharing.categories()) {
        table.cell(category, true, setting -> mean(sharing.values(setting, category, metric)));
      }
    }
    return table;
  }

  private static HtmlTable.Cell mean(Map<String, double[]> values) {
    MeanInterval mean = GeometricMean.ofWorkloads(values);
    return HtmlTable.Cell.number(mean.text("%.3f"), mean.mean());
  }

  /** STP and ANTT of each set of workloads under each setting, side by side. */
  static Section pairs(Source source) {
    Section section = new Section("pairs", "Comparison of workloads");
    Sharing sharing = new Sharing(source.records().stream().filter(RunRecord::isShared).toList());
    int settings = sharing.settings().size();
    if (source.isSingle() || settings < 2) {
      return section;
    }
    if (settings > MOST_SETTINGS) {
      return section.paragraph(
          String.format(
              "Not shown for %,d settings: at most %d fit side by side. 'Runs' lists every run.",
              settings, MOST_SETTINGS));
    }
    return section
        .paragraph(
            "With several seeds: means and 95% Student's t intervals. The best value of a"
                + " row is bold.")
        .table(pairs("STP, higher is better", sharing, RunRecord::stp, 1))
        .table(pairs("ANTT, lower is better", sharing, RunRecord::antt, -1));
  }

  private static HtmlTable<String> pairs(
      String caption, Sharing sharing, ToDoubleFunction<RunRecord> metric, int direction) {
    HtmlTable<String> table =
        new HtmlTable<>(caption, sharing.workloads())
            .text("Workloads", workloads -> workloads)
            .text("Category", sharing::category);
    Map<String, Double> best = new LinkedHashMap<>();
    for (String workloads : sharing.workloads()) {
      sharing.settings().stream()
          .mapToDouble(setting -> sharing.value(setting, workloads, metric))
          .filter(Double::isFinite)
          .map(value -> direction * value)
          .max()
          .ifPresent(value -> best.put(workloads, direction * value));
    }
    for (String setting : sharing.settings()) {
      table.cell(
          setting,
          true,
          workloads -> {
            MeanInterval mean = sharing.mean(setting, workloads, metric);
            boolean isBest = best.containsKey(workloads) && mean.mean() == best.get(workloads);
            return HtmlTable.Cell.number(mean.text("%.3f"), mean.mean()).best(isBest);
          });
    }
    return table;
  }

  /** Every run, with a link to all of it. */
  static Section runs(Source source) {
    Section section = new Section("runs", "Runs");
    return source.isSingle()
        ? section
        : section.table(
            new HtmlTable<>("Finished runs", source.runs())
                .link("Run", Source.Run::name, run -> source.link(run.file()))
                .text("Workloads", run -> run.record().workloads())
                .text("Setting", run -> run.record().setting())
                .number("STP", "%.3f", run -> run.record().stp())
                .number("ANTT", "%.3f", run -> run.record().antt())
                .text("Normalized progress", run -> progress(run.record()))
                .number("Core cycles", "%,.0f", run -> run.record().number("/cycles"))
                .percent("Issue slots used", run -> run.record().number("/device/issueUtilization"))
                .percent("DRAM utilization", run -> run.record().number("/device/dramUtilization"))
                .number("Preempted blocks", "%,.0f", run -> preempted(run.record())));
  }

  private static String progress(RunRecord run) {
    return run.summary()
        .path("benchmarks")
        .valueStream()
        .map(
            benchmark -> {
              double progress = RunRecord.number(benchmark.path("normalizedProgress"));
              return benchmark.path("name").asText() + " " + HtmlTable.text("%.3f", progress);
            })
        .collect(Collectors.joining(", "));
  }

  private static double preempted(RunRecord run) {
    return run.summary()
        .at("/partitioning/preemptions")
        .valueStream()
        .mapToDouble(JsonNode::asDouble)
        .sum();
  }
}
