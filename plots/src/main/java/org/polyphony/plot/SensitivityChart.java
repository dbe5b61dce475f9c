package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.Range;

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

  private final String path; // of the value in the config, as gpu.l2.bytes
  private final List<RunRecord> runs;
  private final DisplayNames names;
  private final Baseline baseline;
  private final List<String> settings; // in the order of the results
  private final List<Double> values; // ascending

  private SensitivityChart(String path, List<RunRecord> runs, View view) {
    this.path = path;
    this.runs = runs;
    names = view.names();
    baseline = view.baseline();
    settings = runs.stream().map(run -> run.setting(path)).distinct().toList();
    values =
        runs.stream().allMatch(run -> value(run).isNumber())
            ? runs.stream().map(run -> value(run).asDouble()).distinct().sorted().toList()
            : List.of();
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
    TreeSet<String> paths = new TreeSet<>();
    runs.forEach(run -> run.summary().path("axes").fieldNames().forEachRemaining(paths::add));
    paths.remove("seed");
    return paths.stream()
        .map(path -> new SensitivityChart(path, runs, results.view()))
        .filter(chart -> chart.values.size() >= LEAST_VALUES)
        .toList();
  }

  private JsonNode value(RunRecord run) {
    return run.summary().path("axes").path(path);
  }

  private Picture means(String name) {
    List<String> workloads = workloads();
    String of =
        workloads.size() == 1
            ? workloads.get(0)
            : "geometric means of " + workloads.size() + " sets of workloads, each a point";
    Points stp = points(runs, RunRecord::stp);
    Points antt = points(runs, RunRecord::antt);
    return new Panels(Style.TWO_COLUMNS, 2, settings.size() > MANY_LINES ? 190 : 150)
        .picture(
            name + "-" + PairCharts.fileName(path),
            caption("STP and ANTT", of),
            key(stp),
            List.of(
                Style.chart(plot(stp, measured("STP", extent(stp)))),
                Style.chart(plot(antt, measured("ANTT", extent(antt))))));
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
            name + "-" + PairCharts.fileName(path) + "-" + metric.toLowerCase(Locale.ROOT),
            caption(metric, "each set of workloads"),
            key(panels.values().iterator().next()),
            charts,
            ROWS);
  }

  private String caption(String metrics, String of) {
    String over = baseline.isOfPolicy() ? " over " + baseline.words() : "";
    return metrics + over + " by " + names.axisLabel(path) + ": " + of;
  }

  private List<String> workloads() {
    return runs.stream().map(RunRecord::workloads).distinct().toList();
  }

  private NumberAxis measured(String metric, Range data) {
    String label = baseline.isOfPolicy() ? baseline.label(metric) : metric;
    return Scale.measured(label + Baseline.better(metric), data);
  }

  private Scale.OfSetValues axis() {
    return new Scale.OfSetValues(
        names.axisLabel(path), values, settings.size(), value -> names.value(path, value));
  }

  private XYPlot plot(Points points, NumberAxis y) {
    XYPlot plot = points.plot(axis(), y);
    if (baseline.isOfPolicy()) {
      Points.addLevel(plot, baseline.of(1));
      Scale.fit(y, extent(points), y.getUpperMargin());
    }
    return plot;
  }

  private List<Key.Entry> key(Points points) {
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

  /** Returns a line for each setting, each a little to the right of the one before. */
  private Points points(List<RunRecord> some, ToDoubleFunction<RunRecord> metric) {
    Points points = new Points(Points.Form.MARKED_LINES);
    settings.forEach(points::addEmpty);
    Scale.OfSetValues axis = axis();
    double step = axis.getRange().getLength() * step(axis);
    for (String setting : settings) {
      double right = (settings.indexOf(setting) - (settings.size() - 1) / 2.0) * step;
      Map<Double, List<RunRecord>> line = line(some, setting);
      int most = line.values().stream().mapToInt(List::size).max().orElse(0);
      line.forEach(
          (value, of) -> {
            if (of.size() == most) { // otherwise the line would mix means of different workloads
              add(points, setting, axis.place(value) + right, new Sharing(of), metric);
            }
          });
    }
    return points;
  }

  private double step(Scale.OfSetValues axis) {
    return Math.min(LARGEST_STEP, LARGEST_SHARE * axis.leastGap() / settings.size());
  }

  private Map<Double, List<RunRecord>> line(List<RunRecord> some, String setting) {
    Map<Double, List<RunRecord>> line = new TreeMap<>();
    some.stream()
        .filter(run -> run.setting(path).equals(setting))
        .forEach(
            run -> line.computeIfAbsent(value(run).asDouble(), v -> new ArrayList<>()).add(run));
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
