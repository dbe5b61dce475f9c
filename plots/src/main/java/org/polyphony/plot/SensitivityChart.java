package org.polyphony.plot;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * STP and ANTT over one number that a sweep varies, a line for each policy and other setting: the
 * mean over seeds with its 95% interval; of several sets of workloads, their geometric mean.
 */
final class SensitivityChart implements Chart {
  private static final double HEIGHT = 150;
  private static final double MOST_TICKS = 7;
  private static final double LEAST_RANGE = 0.02; // of a flat line: what differs less is none

  @Override
  public List<Picture> draw(String name, Results results) {
    List<RunRecord> runs = results.sweptRuns();
    List<Picture> pictures = new ArrayList<>();
    for (NumericAxis axis : NumericAxis.of(runs)) {
      pictures.add(picture(name + "-" + ScatterChart.fileName(axis.path()), axis, runs));
    }
    return pictures;
  }

  private static Picture picture(String name, NumericAxis axis, List<RunRecord> runs) {
    Data stp = data(axis, runs, RunRecord::stp);
    Data antt = data(axis, runs, RunRecord::antt);
    List<JFreeChart> panels =
        List.of(
            panel(axis, stp, "STP" + OverNonShared.HIGHER),
            panel(axis, antt, "ANTT" + OverNonShared.LOWER));
    List<KeyTitle.Entry> key = Lines.key(stp.lines, true);
    boolean isOne = key.size() < 2;
    Picture.Painting both = Panels.grid(panels, 2);
    return new Picture(
        name,
        "STP and ANTT over " + axis.path() + ": " + of(runs),
        Style.TWO_COLUMNS,
        HEIGHT + (isOne ? 0 : Panels.keyHeight(key, Style.TWO_COLUMNS)),
        isOne ? both : Panels.below(key, both));
  }

  private static String of(List<RunRecord> runs) {
    List<String> workloads = runs.stream().map(RunRecord::workloads).distinct().toList();
    return workloads.size() == 1
        ? workloads.get(0)
        : "geometric means of " + workloads.size() + " sets of workloads";
  }

  /** Lines, and of what has several seeds the ends of intervals. */
  private record Data(XYSeriesCollection lines, List<Interval> intervals) {}

  /** A vertical interval. */
  private record Interval(double x, double low, double high) {}

  private static Data data(
      NumericAxis axis, List<RunRecord> runs, ToDoubleFunction<RunRecord> metric) {
    Map<String, TreeMap<Double, List<RunRecord>>> points = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      RunRecord elsewhere = axis.without(run);
      points
          .computeIfAbsent(elsewhere.setting(), s -> new TreeMap<>())
          .computeIfAbsent(axis.of(run), v -> new ArrayList<>())
          .add(elsewhere);
    }
    Data data = new Data(new XYSeriesCollection(), new ArrayList<>());
    points.forEach(
        (setting, values) -> {
          int most = values.values().stream().mapToInt(List::size).max().orElse(0);
          XYSeries line = new XYSeries(setting);
          values.forEach(
              (value, some) -> {
                if (some.size() == most) { // else means of different runs beside each other
                  addPoint(axis.place(value), setting, some, metric, line, data.intervals);
                }
              });
          data.lines.addSeries(line);
        });
    return data;
  }

  private static void addPoint(
      double x,
      String setting,
      List<RunRecord> runs,
      ToDoubleFunction<RunRecord> metric,
      XYSeries line,
      List<Interval> intervals) {
    Sharing sharing = new Sharing(runs);
    List<double[]> values = sharing.values(setting, null, metric);
    GeometricMean mean = GeometricMean.of(values);
    line.add(x, mean.mean());
    if (values.size() == 1 && sharing.hasRepeats()) {
      MeanInterval ofSeeds = MeanInterval.of(values.get(0));
      intervals.add(new Interval(x, ofSeeds.low(), ofSeeds.high()));
    } else if (sharing.hasRepeats()) {
      intervals.add(new Interval(x, mean.low(), mean.high()));
    }
  }

  private static JFreeChart panel(NumericAxis axis, Data data, String label) {
    NumberAxis y = Style.numbers(label);
    y.setAutoRangeIncludesZero(false);
    y.setAutoRangeMinimumSize(LEAST_RANGE);
    NumberAxis x = Style.axis(new ValueAxisOf(axis));
    XYPlot plot = Lines.of(data.lines, x, y, true);
    for (Interval of : data.intervals) {
      plot.addAnnotation(
          new XYLineAnnotation(of.x, of.low, of.x, of.high, Style.REFERENCE_SOLID, Style.FRAME));
    }
    return Style.chart(plot, List.of());
  }

  /** Has its ticks where the sweep has values, in their units. */
  private static final class ValueAxisOf extends NumberAxis {
    private static final long serialVersionUID = 1L;
    private final transient NumericAxis axis;

    ValueAxisOf(NumericAxis axis) {
      super(axis.label());
      this.axis = axis;
      double first = axis.place(axis.values().get(0));
      double last = axis.place(axis.values().get(axis.values().size() - 1));
      double margin = 0.06 * (last - first);
      setRange(first - margin, last + margin);
    }

    @Override
    public List<Tick> refreshTicks(
        Graphics2D g, AxisState state, Rectangle2D area, RectangleEdge edge) {
      List<Tick> ticks = new ArrayList<>();
      List<Double> values = axis.values();
      int every = (int) Math.ceil(values.size() / MOST_TICKS);
      for (int i = 0; i < values.size(); i += every) {
        double value = values.get(i);
        ticks.add(
            new NumberTick(
                axis.place(value),
                axis.text(value),
                TextAnchor.TOP_CENTER,
                TextAnchor.TOP_CENTER,
                0));
      }
      return ticks;
    }
  }
}
