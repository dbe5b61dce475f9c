package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.Range;
import org.polyphony.results.Baseline;
import org.polyphony.results.CsvTable;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;

/** What happened in runs: decisions, stalls, IPC and STP over time. */
final class RunCharts {
  private static final String ALL = "All";
  private static final double LEAST_PERCENT = 0.2; // of a bar: less is not seen
  private static final String DECISIONS = "/partitioning/decisions";
  private static final List<String> OUTCOMES =
      List.of("spatial", "smkEven", "smkOtherByOne", "smkOther");
  private static final int MOST_DECIDING = 4; // settings, each with a picture
  private static final int MOST_STALL_BARS = 40;
  private static final int SHORT_LABEL = 22; // letters
  private static final double THOUSAND = 1e3;
  private static final double MILLION = 1e6;

  private RunCharts() {}

  /**
   * What a policy decided, and the SM cycles that preemption took: means over the runs of each
   * category. Source: GPU Maestro Figure 13.
   */
  static List<Picture> decisions(String name, Results results) {
    List<RunRecord> deciding = deciding(results);
    Sharing sharing = new Sharing(deciding);
    List<Picture> pictures = new ArrayList<>();
    for (String setting : sharing.settings()) {
      List<RunRecord> runs = deciding.stream().filter(r -> r.setting().equals(setting)).toList();
      List<String> columns = PairCharts.withAll(sharing.categories(), ALL);
      Bars lost = new Bars();
      columns.forEach(
          column ->
              lost.add("overhead", column, percent(of(column, runs), "/partitioning/overhead")));
      Bars shares = shares(runs, columns);
      String label = "SM cycles lost (%)" + Baseline.LOWER;
      String suffix = sharing.settings().size() > 1 ? "-" + PairCharts.fileName(setting) : "";
      pictures.add(
          new Panels(Style.TWO_COLUMNS, 2, 138.5)
              .picture(
                  name + suffix,
                  "Decisions by outcome, and SM cycles lost to preemption: " + setting,
                  shares.key(LEAST_PERCENT),
                  List.of(
                      shares.stacked("Decisions (%)", PlotOrientation.VERTICAL),
                      lost.grouped("", label, lost.range(), false))));
    }
    return pictures;
  }

  private static List<RunRecord> deciding(Results results) {
    return results.sharedRuns().stream()
        .filter(run -> !run.summary().at(DECISIONS).isEmpty())
        .toList();
  }

  /**
   * Returns whether pictures of decisions have one bar, which a table says as well, or are many.
   */
  static boolean areDecisionsOnRequest(Results results) {
    Sharing sharing = new Sharing(deciding(results));
    return sharing.categories().size() < 2 || sharing.settings().size() > MOST_DECIDING;
  }

  /** Returns the mean shares of decisions in each category. */
  static Bars shares(List<RunRecord> runs, List<String> categories) {
    Set<String> found = new LinkedHashSet<>();
    runs.forEach(run -> run.summary().at(DECISIONS).fieldNames().forEachRemaining(found::add));
    Set<String> outcomes = new LinkedHashSet<>(OUTCOMES);
    outcomes.retainAll(found);
    outcomes.addAll(found);
    Bars shares = new Bars();
    for (String category : categories) {
      for (String outcome : outcomes) {
        String words = DisplayNames.words(outcome).replace("smk", "SMK");
        shares.add(words, category, ownShare(of(category, runs), outcome, outcomes));
      }
    }
    return shares;
  }

  private static List<RunRecord> of(String category, List<RunRecord> runs) {
    return runs.stream()
        .filter(run -> category.equals(ALL) || run.category().equals(category))
        .toList();
  }

  /** Returns a share without that of outcomes which are part of it: their names begin with its. */
  private static double ownShare(List<RunRecord> runs, String outcome, Set<String> outcomes) {
    double share = percent(runs, DECISIONS + "/" + outcome);
    for (String other : outcomes) {
      boolean isPart = other.startsWith(outcome) && !other.equals(outcome);
      share -= isPart ? percent(runs, DECISIONS + "/" + other) : 0;
    }
    return share;
  }

  /** Returns a mean share in percent; not a number of no runs. */
  private static double percent(List<RunRecord> runs, String pointer) {
    return 100
        * StatUtils.mean(
            runs.stream().mapToDouble(r -> r.summary().at(pointer).asDouble()).toArray());
  }

  /** What the issue slots of each run went to; of many runs, those of each category. */
  static List<Picture> stalls(String name, Results results) {
    List<RunRecord> runs = new ArrayList<>();
    for (Results single : results.runs().isEmpty() ? results.singleRuns() : List.of(results)) {
      single.runs().stream()
          .filter(run -> Double.isFinite(run.number("/device/issueUtilization"))) // it has begun
          .forEach(runs::add);
    }
    Map<String, List<RunRecord>> byLabel = byLabel(runs, RunRecord::workloads);
    if (byLabel.size() > MOST_STALL_BARS) {
      byLabel = byLabel(runs, RunRecord::category);
    }
    if (byLabel.isEmpty()) {
      return List.of();
    }
    Bars bars = new Bars();
    byLabel.forEach((label, some) -> addStalls(bars, label, some));
    boolean isNarrow = byLabel.keySet().stream().allMatch(label -> label.length() <= SHORT_LABEL);
    return List.of(
        Panels.one(isNarrow ? Style.ONE_COLUMN : Style.TWO_COLUMNS, 38 + 13.0 * byLabel.size())
            .picture(
                name,
                "Issue slots used, and the others by cause",
                bars.key(LEAST_PERCENT),
                bars.stacked("Issue slots (%)", PlotOrientation.HORIZONTAL)));
  }

  private static Map<String, List<RunRecord>> byLabel(
      List<RunRecord> runs, Function<RunRecord, String> sorting) {
    boolean hasSettings = runs.stream().map(RunRecord::setting).distinct().count() > 1;
    Map<String, List<RunRecord>> byLabel = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      String label = sorting.apply(run) + (hasSettings ? " " + run.setting() : "");
      byLabel.computeIfAbsent(label, l -> new ArrayList<>()).add(run);
    }
    return byLabel;
  }

  /** Adds the mean shares of runs. */
  private static void addStalls(Bars bars, String label, List<RunRecord> runs) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      JsonNode stalls = run.summary().at("/device/stalls");
      double issued = run.number("/device/issueUtilization");
      double stalled = stalls.valueStream().mapToDouble(JsonNode::asDouble).sum();
      shares.merge("issued", issued, Double::sum);
      for (Map.Entry<String, JsonNode> cause : stalls.properties()) {
        double share = stalled == 0 ? 0 : cause.getValue().asDouble() / stalled * (1 - issued);
        shares.merge(DisplayNames.words(cause.getKey()), share, Double::sum);
      }
    }
    shares.forEach((cause, share) -> bars.add(cause, label, 100 * share / runs.size()));
  }

  /** IPC of SM 0 over its instructions, a panel for each run. Source: GPU Maestro Figures 3, 7. */
  static List<Picture> ipc(String name, Results results) {
    List<Results> runs =
        results.singleRuns().stream().filter(run -> run.table(ResultFile.IPC).isPresent()).toList();
    if (runs.isEmpty()) {
      return List.of();
    }
    List<String> names =
        runs.stream()
            .flatMap(run -> run.runs().stream())
            .flatMap(record -> record.names().stream())
            .distinct()
            .toList();
    List<XYPlot> panels = new ArrayList<>();
    for (Results run : runs) {
      CsvTable table = run.table(ResultFile.IPC).orElseThrow();
      Points points = new Points(Points.Form.LINES);
      names.forEach(points::addEmpty); // a workload looks the same in each panel
      for (int row = 0; row < table.rows(); row++) {
        String workload = table.name(row, ResultColumn.BENCHMARK);
        if (table.text(row, ResultColumn.SM).equals("0") && names.contains(workload)) {
          double issued = table.number(row, ResultColumn.ISSUED_PER_SM) / MILLION;
          points.add(workload, issued, table.number(row, ResultColumn.IPC_PER_SM));
        }
      }
      XYPlot plot = points.plot(null, "IPC of SM 0");
      if (runs.size() > 1) {
        Points.addCaption(plot, run.folder().getFileName().toString());
      }
      panels.add(plot);
    }
    NumberAxis x = Style.span("Thread instructions of SM 0 (millions)");
    return List.of(
        Panels.one(Style.TWO_COLUMNS, 31 + 95.0 * panels.size())
            .picture(
                name,
                "IPC of SM 0 over its thread instructions",
                ((Points) panels.get(0).getDataset()).key(),
                Points.stacked(x, false, panels)));
  }

  /**
   * STP improvement of each epoch over non-shared execution, and the thread blocks that the policy
   * wants of each workload. An epoch has what all rounds of the workloads issued in it, the STP of
   * the summary that of the first rounds alone: a dashed line says where that is. Source: GPU
   * Maestro Figure 4.
   */
  static List<Picture> stpOverTime(String name, Results results) {
    List<Picture> pictures = new ArrayList<>();
    List<Results> runs = results.singleRuns();
    for (Results run : runs) {
      Optional<CsvTable> epochs = run.table(ResultFile.EPOCHS);
      if (epochs.isPresent() && !run.sharedRuns().isEmpty()) {
        String suffix = runs.size() > 1 ? "-" + run.folder().getFileName() : "";
        RunRecord record = run.sharedRuns().get(0);
        pictures.add(stpOverTime(name + suffix, record, epochs.get(), run.view().nonShared()));
      }
    }
    return pictures;
  }

  private static Picture stpOverTime(String name, RunRecord run, CsvTable epochs, Baseline scale) {
    double end = epochs.number(epochs.rows() - 1, ResultColumn.END_CYCLE);
    boolean isLong = end >= MILLION;
    double unit = isLong ? MILLION : THOUSAND;
    int count = run.names().size();
    Points stp = new Points(Points.Form.LINES);
    Points wanted = new Points(Points.Form.LINES);
    double from = 0;
    for (int row = 0; row + count <= epochs.rows(); row += count) {
      double to = epochs.number(row, ResultColumn.END_CYCLE) / unit;
      stp.addStep("epoch", from, to, scale.of(run.stp(epochs, row)));
      for (int i = 0; i < count; i++) {
        wanted.addStep(run.names().get(i), from, to, epochs.number(row + i, ResultColumn.QUOTA));
      }
      from = to;
    }
    stp.addStep("first rounds", 0, end / unit, scale.of(run.stp()));
    List<XYPlot> plots = new ArrayList<>();
    plots.add(stpPlot(stp, scale.label("STP") + Baseline.HIGHER));
    List<Key.Entry> key = new ArrayList<>();
    key.add(Key.Entry.line("each epoch, including later rounds", SeriesStyle.of(0).stroke()));
    key.add(Key.Entry.line(run.stpWords(), Style.REFERENCE));
    // an oracle wants none; nor does an epoch after whose end nothing is left to launch
    Range quotas = wanted.getRangeBounds(false);
    boolean areWanted = quotas != null && quotas.getUpperBound() > 0;
    if (areWanted) {
      plots.add(wanted.plot(null, Style.integers("Wanted TBs")));
      key.addAll(wanted.key());
    }
    String time = "Time (" + (isLong ? "million" : "thousand") + " core cycles)";
    String shown = areWanted ? ", and thread blocks wanted by the policy: " : ": ";
    String caption =
        "STP in each epoch, higher is better" + shown + run.workloads() + " under " + run.setting();
    return Panels.one(Style.TWO_COLUMNS, 243.5)
        .picture(name, caption, key, Points.stacked(Style.span(time), true, plots));
  }

  private static XYPlot stpPlot(Points stp, String label) {
    XYPlot plot = stp.plot(null, label);
    plot.getRenderer().setSeriesPaint(0, Style.FRAME);
    plot.getRenderer().setSeriesPaint(1, Style.FRAME);
    plot.getRenderer().setSeriesStroke(1, Style.REFERENCE);
    return plot;
  }
}
