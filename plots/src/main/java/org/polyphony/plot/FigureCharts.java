package org.polyphony.plot;

import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.Range;
import org.jfree.data.xy.DefaultXYZDataset;
import org.polyphony.results.Baseline;
import org.polyphony.results.CsvTable;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Mean;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;

/** The tables of reproduced figures, a chart for each. */
final class FigureCharts {
  private static final double THOUSAND = 1e3;
  private static final double MILLION = 1e6;
  private static final String ORACLE = "oracle";
  private static final double LEAST_PERCENT = 0.01; // an axis of powers of ten has no zero
  private static final int SPEEDUP_COLUMNS = 6;
  private static final double SPEEDUP_LIMIT = 12; // between MEM and COM

  private FigureCharts() {}

  /**
   * What one method says over what another says of the same, a panel for each metric: simulated
   * over measured, real traces over kernel models.
   */
  static Picture agreement(String name, CsvTable table) {
    String x = table.text(0, ResultColumn.X_NAME);
    String y = table.text(0, ResultColumn.Y_NAME);
    List<JFreeChart> panels = new ArrayList<>();
    List<Key.Entry> key = List.of();
    for (Map.Entry<String, List<Integer>> metric : table.rowsBy(ResultColumn.METRIC).entrySet()) {
      Points points = new Points(Points.Form.MARKERS);
      for (int row : metric.getValue()) {
        points.add(
            table.name(row, ResultColumn.SERIES),
            table.number(row, ResultColumn.X),
            table.number(row, ResultColumn.Y));
      }
      String label = metric.getKey() + ", ";
      panels.add(points.withDiagonal(label + x, label + y));
      key = points.getSeriesCount() > key.size() ? points.key() : key;
    }
    String caption = "Values " + y + " against " + x + "; on the line both are equal";
    return new Panels(Style.TWO_COLUMNS, 2, 232).picture(name, caption, key, panels);
  }

  /**
   * Share of an SM's registers that is free but in pieces too small for a thread block of either of
   * two kernels, over the registers that a block of each takes. Pairs of sizes that are left out
   * stay white. Source: GPU Maestro Figure 6.
   */
  static Picture fragmentation(String name, CsvTable table) {
    double[][] cells = new double[3][table.rows()];
    for (int row = 0; row < table.rows(); row++) {
      cells[0][row] = table.number(row, ResultColumn.REGISTERS_A) / THOUSAND;
      cells[1][row] = table.number(row, ResultColumn.REGISTERS_B) / THOUSAND;
      cells[2][row] = 100 * table.number(row, ResultColumn.FRAGMENTATION);
    }
    DefaultXYZDataset data = new DefaultXYZDataset();
    data.addSeries("fragmentation", cells);
    HeatMap.Scale scale = new HeatMap.Scale(0, Math.max(1, StatUtils.max(cells[2])));
    XYPlot plot =
        HeatMap.plot(
            data,
            axis("Registers of a thread block of kernel A (thousands)", cells[0]),
            axis("Registers of a thread block of kernel B (thousands)", cells[1]),
            scale,
            step(cells[0]),
            step(cells[1]));
    return Panels.one(Style.ONE_COLUMN, 190)
        .picture(
            name,
            "Fragmented registers of an SM by the registers of two kernels' thread blocks",
            List.of(),
            HeatMap.chart(plot, scale, "Fragmented registers (%)"));
  }

  private static NumberAxis axis(String label, double[] values) {
    NumberAxis axis = Style.numbers(label);
    double half = step(values) / 2;
    axis.setRange(StatUtils.min(values) - half, StatUtils.max(values) + half);
    return axis;
  }

  /** Returns the smallest distance between different values; 1 when they are all the same. */
  private static double step(double[] values) {
    double[] sorted = Arrays.stream(values).distinct().sorted().toArray();
    return IntStream.range(1, sorted.length)
        .mapToDouble(i -> sorted[i] - sorted[i - 1])
        .min()
        .orElse(1);
  }

  /**
   * Means by group and series with 95% intervals, and the paper's averages as marks: a picture for
   * each metric. Source: GPU Maestro Figures 11 to 14.
   */
  static List<Picture> means(String name, Results results) {
    Map<String, Bars> metrics = new LinkedHashMap<>();
    Map<String, String> runs = new HashMap<>();
    for (Mean mean : results.means()) {
      runs.putIfAbsent(mean.metric(), mean.runs());
      metrics
          .computeIfAbsent(mean.metric(), m -> new Bars())
          .add(
              mean.series(),
              mean.group(),
              new Bars.Bar(mean.mean(), mean.low(), mean.high(), mean.stated()));
    }
    List<Picture> pictures = new ArrayList<>();
    metrics.forEach(
        (metric, bars) -> {
          String words = metric.replaceAll("[^A-Za-z]+", " ").strip().toLowerCase(Locale.ROOT);
          String caption = metric + ": means with 95% intervals";
          pictures.add(
              PairCharts.means(words.replace(' ', '-'), caption, metric, bars, runs.get(metric)));
        });
    return pictures;
  }

  /**
   * Spread of STP over seeds, largest less smallest over the mean, a point for each pair, the
   * largest first; a dashed line at the median.
   */
  static Picture noise(String name, CsvTable table) {
    double[] spreads =
        table
            .numbers(ResultColumn.SPREAD)
            .map(share -> Math.max(LEAST_PERCENT, 100 * share))
            .toArray();
    List<Integer> order =
        IntStream.range(0, spreads.length)
            .boxed()
            .sorted((a, b) -> Double.compare(spreads[b], spreads[a]))
            .toList();
    Points points = new Points(Points.Form.MARKERS);
    new TreeSet<>(table.rowsBy(ResultColumn.CATEGORY).keySet()).forEach(points::addEmpty);
    for (int rank = 0; rank < spreads.length; rank++) {
      int row = order.get(rank);
      points.add(table.name(row, ResultColumn.CATEGORY), rank + 1, spreads[row]);
    }
    XYPlot plot = points.plot(Style.integers("Pairs, by spread"), "Spread of STP over seeds (%)");
    Points.addLevel(plot, StatUtils.percentile(spreads, 50));
    List<Key.Entry> key = points.key();
    key.add(Key.Entry.line("median", Style.REFERENCE));
    return Panels.one(Style.ONE_COLUMN, 153.5)
        .picture(
            name,
            "Spread of STP over seeds, (largest - smallest) / mean, per pair; dashed: median",
            key,
            Style.chart(plot));
  }

  /**
   * STP improvement of the windows of an oracle and of even SMK over the instructions of an SM, and
   * the partitions that the oracle chose. Source: GPU Maestro Figure 4.
   */
  static List<Picture> oracle(String name, Results results) {
    return results.table(ResultFile.ORACLE).stream()
        .map(table -> oracle(name, table, results.view().nonShared()))
        .toList();
  }

  private static Picture oracle(String name, CsvTable table, Baseline scale) {
    Points traces = new Points(Points.Form.LINES);
    Points chosen = new Points(Points.Form.MARKERS);
    List<String> partitions =
        List.copyOf(
            new TreeSet<>(
                IntStream.range(0, table.rows())
                    .filter(row -> table.text(row, ResultColumn.TRACE).equals(ORACLE))
                    .mapToObj(row -> table.text(row, ResultColumn.PARTITION))
                    .toList()));
    table
        .rowsBy(ResultColumn.TRACE)
        .forEach(
            (trace, rows) -> {
              double from = 0;
              for (int row : rows) {
                double to = table.number(row, ResultColumn.ISSUED_PER_SM) / MILLION;
                traces.addStep(trace, from, to, scale.of(table.number(row, ResultColumn.STP)));
                if (table.text(row, ResultColumn.TRACE).equals(ORACLE)) {
                  chosen.add(
                      "chosen", to, partitions.indexOf(table.text(row, ResultColumn.PARTITION)));
                }
                from = to;
              }
            });
    String label = scale.label("STP") + Baseline.HIGHER;
    List<XYPlot> plots =
        List.of(traces.plot(null, label), chosen.plot(null, Style.rows(partitions)));
    NumberAxis x = Style.span("Thread instructions per SM (millions)");
    return Panels.one(Style.TWO_COLUMNS, 243.5)
        .picture(
            name,
            "STP over non-shared execution in each window (higher is better), and the"
                + " partition chosen by the oracle",
            traces.key(),
            Points.stacked(x, true, plots));
  }

  /**
   * Speed-up of each benchmark over the number of SMs, a small panel for each, with the diagonal of
   * perfect speed-up and the limit between MEM and COM. All panels have the same axes; the caption
   * has the speed-up of a curve that leaves its panel above. Source: GPU Maestro Table 3.
   */
  static Picture speedup(String name, CsvTable table) {
    Map<String, Points> curves = new LinkedHashMap<>(); // COM before MEM
    for (String type : List.of("COM", "MEM")) {
      for (int row = 0; row < table.rows(); row++) {
        double speedup = table.number(row, ResultColumn.SPEEDUP);
        if (table.text(row, ResultColumn.TYPE).equals(type) && Double.isFinite(speedup)) {
          curves
              .computeIfAbsent(
                  table.name(row, ResultColumn.BENCHMARK),
                  b -> new Points(Points.Form.MARKED_LINES))
              .add(type, table.number(row, ResultColumn.SMS), speedup);
        }
      }
    }
    double sms = Math.max(1, table.numbers(ResultColumn.SMS).max().orElse(1));
    double most = Math.max(sms, StatUtils.max(table.numbers(ResultColumn.SPEEDUP).toArray()));
    List<JFreeChart> panels = new ArrayList<>();
    curves.forEach(
        (benchmark, curve) ->
            panels.add(speedup(benchmark, curve, panels.size() % SPEEDUP_COLUMNS == 0, sms, most)));
    int columns = Math.min(SPEEDUP_COLUMNS, Math.max(1, panels.size()));
    double width = Math.max(Style.ONE_COLUMN, Style.TWO_COLUMNS * columns / SPEEDUP_COLUMNS);
    List<Key.Entry> key =
        List.of(
            new Key.Entry("COM (above 12x)", style("COM")::drawPoint),
            new Key.Entry("MEM", style("MEM")::drawPoint),
            Key.Entry.line("12x", Style.REFERENCE),
            Key.Entry.line("perfect", Style.THIN));
    return new Panels(width, columns, 86)
        .picture(name, "Speedup of each benchmark by number of SMs", key, panels);
  }

  private static SeriesStyle style(String type) {
    return SeriesStyle.of(type.equals("COM") ? 0 : 3);
  }

  private static JFreeChart speedup(
      String benchmark, Points curve, boolean isLeft, double sms, double most) {
    NumberAxis x = speedupAxis("SMs", sms);
    NumberAxis y = speedupAxis(isLeft ? "Speedup over 1 SM" : null, most);
    XYPlot plot = curve.plot(x, y);
    SeriesStyle style = style(curve.getSeriesKey(0).toString());
    plot.getRenderer().setSeriesPaint(0, style.line());
    plot.getRenderer().setSeriesShape(0, style.marker());
    plot.addAnnotation(new XYLineAnnotation(0, 0, sms, sms, Style.THIN, Style.FRAME));
    Points.addLevel(plot, SPEEDUP_LIMIT);
    AxisSpace left = new AxisSpace();
    left.setLeft(28);
    plot.setFixedRangeAxisSpace(left);
    plot.setInsets(new RectangleInsets(2, 1, 1, 2));
    JFreeChart chart = Style.chart(plot);
    double last = curve.getYValue(0, curve.getItemCount(0) - 1);
    String caption = String.format(Locale.ROOT, "%s: %.1fx", benchmark, last);
    TextTitle title = new TextTitle(caption, Style.LABEL_FONT);
    title.setPadding(new RectangleInsets(1, 26, 0, 0));
    chart.addSubtitle(title);
    return chart;
  }

  private static NumberAxis speedupAxis(String label, double most) {
    NumberAxis axis = Style.integers(label);
    axis.setRange(new Range(0, most * 1.06));
    axis.setTickUnit(
        new NumberTickUnit(most > 24 ? 8 : 4, NumberFormat.getIntegerInstance(Locale.ROOT)));
    return axis;
  }

  /**
   * Speed-up over running one after another by the number of instances, a panel for each
   * application. Source: schedGPU Figures 10 and 11.
   */
  static Picture instances(String name, CsvTable table) {
    List<JFreeChart> panels = new ArrayList<>();
    List<Key.Entry> key = List.of();
    List<Double> counts =
        table.numbers(ResultColumn.INSTANCES).distinct().sorted().boxed().toList();
    for (Map.Entry<String, List<Integer>> application :
        table.rowsBy(ResultColumn.APPLICATION).entrySet()) {
      Points points = new Points(Points.Form.MARKED_LINES);
      Scale.OfSetValues x = new Scale.OfSetValues("Instances", counts, 1, DisplayNames::plain);
      for (int row : application.getValue()) {
        points.add(
            table.name(row, ResultColumn.SCHEDULER),
            x.place(table.number(row, ResultColumn.INSTANCES)),
            table.number(row, ResultColumn.SPEEDUP));
      }
      XYPlot plot = points.plot(x, panels.isEmpty() ? "Speedup over sequential" : null);
      Points.addCaption(plot, application.getKey());
      panels.add(Style.chart(plot));
      key = points.key();
    }
    String caption = "Speedup over sequential execution, by number of instances";
    return new Panels(Style.TWO_COLUMNS, panels.size(), 118.5).picture(name, caption, key, panels);
  }
}
