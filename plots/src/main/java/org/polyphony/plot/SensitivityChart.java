package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.Range;
import org.polyphony.results.Baseline;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.results.statistics.GeometricMean;
import org.polyphony.results.statistics.MeanInterval;

/**
 * STP and ANTT over one number that a sweep varies, a line for each policy and other setting:
 * geometric means over sets of workloads with 95% intervals and a point for each set; or a panel
 * for each set, with intervals over its seeds.
 */
final class SensitivityChart {
  private static final int LEAST_VALUES = 3; // for a line
  private static final int MANY_LINES = 6; // need a higher panel
  private static final int COLUMNS = 3; // of panels of single sets of workloads
  private static final int ROWS = 6; // of a picture
  private static final double LARGEST_STEP = 0.012; // from one line to the next, of the axis
  private static final double LARGEST_SHARE = 0.4; // of the way between values, for all lines

  private final Swept axis;
  private final List<RunRecord> runs;
  private final Baseline baseline;
  private final List<String> settings; // in the order of the results
  private final List<Double> values; // ascending

  SensitivityChart(Swept axis, List<RunRecord> runs, Baseline baseline) {
    this.axis = axis;
    this.runs = runs;
    this.baseline = baseline;
    settings = runs.stream().map(run -> run.setting(axis.path)).distinct().toList();
    boolean areNumbers = runs.stream().mapToDouble(axis.value).allMatch(Double::isFinite);
    values =
        areNumbers
            ? runs.stream().mapToDouble(axis.value).distinct().sorted().boxed().toList()
            : List.of();
  }

  /**
   * What a sweep varies.
   *
   * @param path in the config, as gpu.l2.bytes
   * @param label of the axis of the chart, with its unit; asked for when it is drawn
   * @param value of a run; not a number where it has none
   * @param words what stands at the tick of a value
   */
  record Swept(
      String path,
      Supplier<String> label,
      ToDoubleFunction<RunRecord> value,
      DoubleFunction<String> words) {
    static Swept of(String path, DisplayNames names) {
      return new Swept(
          path,
          () -> names.axisLabel(path),
          run -> RunRecord.number(run.summary().path("axes").path(path)),
          value -> names.value(path, value));
    }
  }

  /** Returns the paths of all axes but the seed, sorted. */
  static Set<String> paths(List<RunRecord> runs) {
    Set<String> paths = new TreeSet<>();
    runs.forEach(run -> run.summary().path("axes").fieldNames().forEachRemaining(paths::add));
    paths.remove("seed");
    return paths;
  }

  boolean hasLine() {
    return values.size() >= LEAST_VALUES;
  }

  /** Returns a picture for each number but the seed that the runs of a sweep vary. */
  static List<Picture> pictures(String name, Results results) {
    return charts(results).stream().map(chart -> chart.means(name)).toList();
  }

  /** Returns the same with a panel for each set of workloads, STP and ANTT apart. */
  static List<Picture> ofEachPair(String name, Results results) {
    List<Picture> pictures = new ArrayList<>();
    for (SensitivityChart chart : charts(results)) {
      pictures.addAll(chart.panels(name, "STP", RunRecord::stp));
      pictures.addAll(chart.panels(name, "ANTT", RunRecord::antt));
    }
    return pictures;
  }

  private static List<SensitivityChart> charts(Results results) {
    List<RunRecord> runs = results.sweptRuns();
    return paths(runs).stream()
        .map(path -> Swept.of(path, results.view().names()))
        .map(axis -> new SensitivityChart(axis, runs, results.view().baseline()))
        .filter(SensitivityChart::hasLine)
        .toList();
  }

  private Picture means(String name) {
    Points stp = points(runs, RunRecord::stp);
    Points antt = points(runs, RunRecord::antt);
    return beside(
        name + "-" + PairCharts.fileName(axis.path),
        "STP and ANTT",
        key(stp),
        List.of(
            plot(stp, measured("STP", extent(stp))), plot(antt, measured("ANTT", extent(antt)))));
  }

  /** Returns a picture of two panels of means over sets of workloads. */
  Picture beside(String name, String metrics, List<Key.Entry> key, List<XYPlot> plots) {
    List<String> workloads = workloads();
    String of =
        workloads.size() == 1
            ? workloads.get(0)
            : "geometric means of " + workloads.size() + " sets of workloads, each a point";
    return new Panels(Style.TWO_COLUMNS, 2, settings.size() > MANY_LINES ? 190 : 150)
        .picture(name, caption(metrics, of), key, plots.stream().map(Style::chart).toList());
  }

  private List<Picture> panels(String name, String metric, ToDoubleFunction<RunRecord> value) {
    Map<String, Points> panels = new LinkedHashMap<>();
    for (String workloads : workloads()) {
      List<RunRecord> some = runs.stream().filter(r -> r.workloads().equals(workloads)).toList();
      panels.put(workloads, points(some, value));
    }
    Range all = panels.values().stream().map(this::extent).reduce(Range::combine).orElseThrow();
    List<JFreeChart> charts = new ArrayList<>();
    panels.forEach(
        (workloads, points) -> {
          NumberAxis y = measured(metric, all);
          XYPlot plot = plot(points, y);
          Points.addCaption(plot, workloads);
          Scale.fit(y, all, Points.CAPTION_ROOM);
          charts.add(Style.chart(plot));
        });
    return new Panels(Style.TWO_COLUMNS, Math.min(COLUMNS, charts.size()), 112)
        .pictures(
            name + "-" + PairCharts.fileName(axis.path) + "-" + metric.toLowerCase(Locale.ROOT),
            caption(metric, "each set of workloads"),
            key(panels.values().iterator().next()),
            charts,
            ROWS);
  }

  private String caption(String metrics, String of) {
    String over = baseline.isOfPolicy() ? " over " + baseline.words() : "";
    return metrics + over + " by " + axis.label.get() + ": " + of;
  }

  private List<String> workloads() {
    return runs.stream().map(RunRecord::workloads).distinct().toList();
  }

  private NumberAxis measured(String metric, Range data) {
    String label = baseline.isOfPolicy() ? baseline.label(metric) : metric;
    return Scale.measured(label + Baseline.better(metric), data);
  }

  private Scale.OfSetValues axis() {
    return new Scale.OfSetValues(axis.label.get(), values, settings.size(), axis.words);
  }

  XYPlot plot(Points points, NumberAxis y) {
    XYPlot plot = points.plot(axis(), y);
    if (baseline.isOfPolicy()) {
      Points.addLevel(plot, baseline.of(1));
      Scale.fit(y, extent(points), y.getUpperMargin());
    }
    return plot;
  }

  List<Key.Entry> key(Points points) {
    List<Key.Entry> key = points.key();
    if (baseline.isOfPolicy()) {
      key.add(Key.Entry.line(baseline.policy(), Style.REFERENCE));
    }
    return key;
  }

  /** Returns the range of all that is drawn, the baseline included. */
  private Range extent(Points points) {
    Range drawn = points.extent();
    return baseline.isOfPolicy() ? Range.expandToInclude(drawn, baseline.of(1)) : drawn;
  }

  private Points points(List<RunRecord> some, ToDoubleFunction<RunRecord> metric) {
    return points(some, metric, LARGEST_STEP);
  }

  /**
   * Returns a line for each setting, each a little to the right of the one before.
   *
   * @param mostStep from one line to the next, of the axis
   */
  Points points(List<RunRecord> some, ToDoubleFunction<RunRecord> metric, double mostStep) {
    Points points = new Points(Points.Form.MARKED_LINES);
    settings.forEach(points::addEmpty);
    Scale.OfSetValues x = axis();
    double step = x.getRange().getLength() * step(x, mostStep);
    for (String setting : settings) {
      double right = (settings.indexOf(setting) - (settings.size() - 1) / 2.0) * step;
      Map<Double, List<RunRecord>> line = line(some, setting);
      int most = line.values().stream().mapToInt(List::size).max().orElse(0);
      line.forEach(
          (value, of) -> {
            if (of.size() == most) { // otherwise the line would mix means of different workloads
              add(points, setting, x.place(value) + right, new Sharing(of), metric);
            }
          });
    }
    return points;
  }

  private double step(Scale.OfSetValues x, double mostStep) {
    return Math.min(mostStep, LARGEST_SHARE * x.leastGap() / settings.size());
  }

  private Map<Double, List<RunRecord>> line(List<RunRecord> some, String setting) {
    Map<Double, List<RunRecord>> line = new TreeMap<>();
    some.stream()
        .filter(run -> run.setting(axis.path).equals(setting))
        .forEach(
            run ->
                line.computeIfAbsent(axis.value.applyAsDouble(run), v -> new ArrayList<>())
                    .add(run));
    return line;
  }

  /** Adds the mean of runs of one setting, with its interval over sets of workloads or seeds. */
  private void add(
      Points points, String setting, double x, Sharing runs, ToDoubleFunction<RunRecord> metric) {
    List<double[]> sets = runs.values(runs.settings().get(0), null, metric);
    GeometricMean mean = GeometricMean.of(sets);
    MeanInterval ofSeeds = MeanInterval.of(sets.get(0));
    boolean isOne = sets.size() == 1;
    double[] singles = sets.stream().mapToDouble(StatUtils::mean).map(this::shown).toArray();
    points.add(setting, x, shown(mean.mean()));
    points.addSpread(
        setting,
        x,
        shown(isOne ? ofSeeds.low() : mean.low()),
        shown(isOne ? ofSeeds.high() : mean.high()),
        isOne ? new double[0] : singles);
  }

  private double shown(double value) {
    return baseline.isOfPolicy() ? baseline.of(value) : value;
  }
}
