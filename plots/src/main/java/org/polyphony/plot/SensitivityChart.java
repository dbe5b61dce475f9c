package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.Tick;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/**
 * STP and ANTT over one number that a sweep varies, a line for each policy and other setting: the
 * mean over seeds with its 95% interval; of several sets of workloads, their geometric mean.
 */
final class SensitivityChart {
  private static final int LEAST_VALUES = 3; // of a line that says anything
  private static final double MOST_TICKS = 7;
  private static final double LEAST_RANGE = 0.02; // of a flat line: what differs less is none
  private static final double WIDE = 8; // ratio from which steps are factors
  private static final double KIB = 1024;

  private final String path; // of the value in the config, as gpu.l2.bytes
  private final List<RunRecord> runs;
  private final List<Double> values; // ascending
  private final boolean isLogarithmic;

  private SensitivityChart(String path, List<RunRecord> runs) {
    this.path = path;
    this.runs = runs;
    values =
        runs.stream().allMatch(run -> value(run).isNumber())
            ? runs.stream().map(run -> value(run).asDouble()).distinct().sorted().toList()
            : List.of();
    isLogarithmic =
        !values.isEmpty()
            && values.get(0) > 0
            && values.get(values.size() - 1) / values.get(0) >= WIDE;
  }

  /** Returns a picture for each number but the seed that the runs of a sweep vary. */
  static List<Picture> pictures(String name, Results results) {
    List<RunRecord> runs = results.sweptRuns();
    TreeSet<String> paths = new TreeSet<>();
    runs.forEach(run -> run.summary().path("axes").fieldNames().forEachRemaining(paths::add));
    paths.remove("seed");
    return paths.stream()
        .map(path -> new SensitivityChart(path, runs))
        .filter(chart -> chart.values.size() >= LEAST_VALUES)
        .map(chart -> chart.picture(name))
        .toList();
  }

  private JsonNode value(RunRecord run) {
    return run.summary().path("axes").path(path);
  }

  private Picture picture(String name) {
    Points stp = new Points(Points.Form.MARKED_LINES);
    Points antt = new Points(Points.Form.MARKED_LINES);
    List<JFreeChart> panels =
        List.of(
            panel(stp, RunRecord::stp, "STP" + OverNonShared.HIGHER),
            panel(antt, RunRecord::antt, "ANTT" + OverNonShared.LOWER));
    List<String> workloads = runs.stream().map(RunRecord::workloads).distinct().toList();
    String of =
        workloads.size() == 1
            ? workloads.get(0)
            : "geometric means of " + workloads.size() + " sets of workloads";
    return new Panels(Style.TWO_COLUMNS, 2, 150)
        .picture(
            name + "-" + PairCharts.fileName(path),
            "STP and ANTT over " + path + ": " + of,
            stp.key(),
            panels);
  }

  private JFreeChart panel(Points lines, ToDoubleFunction<RunRecord> metric, String label) {
    NumberAxis y = Style.numbers(label);
    y.setAutoRangeIncludesZero(false);
    y.setAutoRangeMinimumSize(LEAST_RANGE);
    List<XYLineAnnotation> intervals = new ArrayList<>();
    for (Map.Entry<String, Map<Double, List<RunRecord>>> line : bySetting().entrySet()) {
      int most = line.getValue().values().stream().mapToInt(List::size).max().orElse(0);
      line.getValue()
          .forEach(
              (value, some) -> {
                if (some.size() == most) { // else means of different runs beside each other
                  addPoint(lines, intervals, line.getKey(), place(value), some, metric);
                }
              });
    }
    XYPlot plot = lines.plot(Style.axis(new ValueAxisOf(this)), y);
    intervals.forEach(plot::addAnnotation);
    return Style.chart(plot);
  }

  /** Returns the runs, as if they had not been varied along this axis, by setting and value. */
  private Map<String, Map<Double, List<RunRecord>>> bySetting() {
    Map<String, Map<Double, List<RunRecord>>> points = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      JsonNode summary = run.summary().deepCopy();
      ((ObjectNode) summary.path("axes")).remove(path);
      RunRecord elsewhere = new RunRecord(summary, run.shown());
      points
          .computeIfAbsent(elsewhere.setting(), s -> new TreeMap<>())
          .computeIfAbsent(value(run).asDouble(), v -> new ArrayList<>())
          .add(elsewhere);
    }
    return points;
  }

  private static void addPoint(
      Points lines,
      List<XYLineAnnotation> intervals,
      String setting,
      double x,
      List<RunRecord> runs,
      ToDoubleFunction<RunRecord> metric) {
    Sharing sharing = new Sharing(runs);
    List<double[]> values = sharing.values(setting, null, metric);
    GeometricMean mean = GeometricMean.of(values);
    lines.add(setting, x, mean.mean());
    if (sharing.hasRepeats()) {
      MeanInterval ofSeeds = MeanInterval.of(values.get(0));
      double low = values.size() == 1 ? ofSeeds.low() : mean.low();
      double high = values.size() == 1 ? ofSeeds.high() : mean.high();
      intervals.add(new XYLineAnnotation(x, low, x, high, Style.REFERENCE_SOLID, Style.FRAME));
    }
  }

  /** Returns where a value lies on paper: equal steps are equal factors on a logarithmic axis. */
  private double place(double value) {
    return isLogarithmic ? Math.log(value) / Math.log(2) : value;
  }

  private String lastKey() {
    return path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /** Returns the path, with the unit where ticks do not have it. */
  private String label() {
    boolean isTime = lastKey().contains("cycles") || lastKey().contains("latency");
    return isTime ? path + " (core cycles)" : path;
  }

  /** Returns a value with its unit if it is one of bytes or kHz. */
  private String text(double value) {
    if (lastKey().endsWith("bytes")) {
      String[] units = {"B", "KiB", "MiB", "GiB"};
      int unit = 0;
      double left = value;
      for (; left >= KIB && unit + 1 < units.length; unit++) {
        left /= KIB;
      }
      return plain(left) + " " + units[unit];
    }
    return lastKey().endsWith("khz") ? plain(value / 1000) + " MHz" : plain(value);
  }

  private static String plain(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.4g", value).replaceAll("0+$", "");
  }

  /** Has its ticks where the sweep has values, in their units. */
  private static final class ValueAxisOf extends NumberAxis {
    private static final long serialVersionUID = 1L;

    private final transient SensitivityChart of;

    ValueAxisOf(SensitivityChart of) {
      super(of.label());
      this.of = of;
      double first = of.place(of.values.get(0));
      double last = of.place(of.values.get(of.values.size() - 1));
      double margin = 0.06 * (last - first);
      setRange(first - margin, last + margin);
    }

    @Override
    public List<Tick> refreshTicks(
        Graphics2D g, AxisState state, Rectangle2D area, RectangleEdge edge) {
      List<Tick> ticks = new ArrayList<>();
      int every = (int) Math.ceil(of.values.size() / MOST_TICKS);
      for (int i = 0; i < of.values.size(); i += every) {
        double value = of.values.get(i);
        TextAnchor anchor = TextAnchor.TOP_CENTER;
        ticks.add(new NumberTick(of.place(value), of.text(value), anchor, anchor, 0));
      }
      return ticks;
    }
  }
}
