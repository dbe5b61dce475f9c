package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.Range;
import org.jfree.data.xy.DefaultXYZDataset;
import org.polyphony.results.Baseline;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.results.statistics.GeometricMean;
import org.polyphony.results.statistics.MeanInterval;

/** STP and ANTT of sets of workloads under several settings: policies and other axes of a sweep. */
final class PairCharts {
  private static final String ALL = "All runs"; // each counts alike
  private static final int BARS_IN_A_ROW = 96;
  private static final int FEW_BARS = 24; // fit a column
  private static final int MANY_MEANS = 18; // do not fit a column
  private static final int ROWS_OF_A_PICTURE = 4;
  private static final int LEAST_PAIRS = 3; // of a scatter: of fewer the bars say more
  private static final int MOST_SCATTERS = 10;
  private static final int LEAST_BENCHMARKS = 3; // of a map
  private static final int MOST_WITH_WORDS = 14;
  private static final String SMK = "smk-fixed";
  private static final String SPATIAL = "spatial-even";

  private PairCharts() {}

  /**
   * STP improvement and ANTT increase: geometric means of each category and setting, with 95%
   * confidence intervals, and a point for each run. Source: GPU Maestro Figures 11, 12, 14.
   */
  static List<Picture> categories(String name, Results results) {
    List<RunRecord> runs = results.sweptRuns();
    if (runs.isEmpty()) {
      return List.of();
    }
    Sharing sharing = new Sharing(runs);
    Baseline scale = results.view().baseline();
    return List.of(
        categories("stp-by-category", sharing, scale, "STP", RunRecord::stp),
        categories("antt-by-category", sharing, scale, "ANTT", RunRecord::antt));
  }

  private static Picture categories(
      String name,
      Sharing sharing,
      Baseline scale,
      String metric,
      ToDoubleFunction<RunRecord> value) {
    List<String> columns = withAll(sharing.categories(), ALL);
    Bars bars = new Bars();
    for (String setting : sharing.settings()) {
      for (String column : columns) {
        String category = column.equals(ALL) ? null : column;
        List<double[]> ratios = sharing.values(setting, category, value);
        GeometricMean mean = GeometricMean.of(ratios);
        double[] singles = ratios.stream().mapToDouble(StatUtils::mean).map(scale::of).toArray();
        bars.add(
            setting,
            column,
            new Bars.Bar(
                scale.of(mean.mean()),
                scale.of(mean.low()),
                scale.of(mean.high()),
                Double.NaN,
                singles));
      }
    }
    String label = scale.label(metric);
    String caption =
        label
            + (Baseline.isCost(label) ? ", lower" : ", higher")
            + " is better: geometric means, every "
            + (sharing.hasRepeats() ? "mean over seeds" : "run")
            + " weighted equally, 95% confidence intervals";
    return means(name, caption, label, bars, "");
  }

  /** Returns whether there are more settings than colours: of bars only those who ask can read. */
  static boolean areManySettings(Results results) {
    return new Sharing(results.sweptRuns()).settings().size() > SeriesStyle.COLOURS;
  }

  /** Returns categories with one of all of them, where there are several. */
  static List<String> withAll(List<String> categories, String all) {
    List<String> columns = new ArrayList<>(categories);
    if (columns.size() > 1) {
      columns.add(all);
    }
    return columns;
  }

  /**
   * Returns a picture of means.
   *
   * @param of what they are of, in words; empty where that is not said
   */
  static Picture means(String name, String caption, String label, Bars bars, String of) {
    String values = label + Baseline.better(label);
    double width = Panels.width(bars.count() <= MANY_MEANS, bars.key(0));
    JFreeChart chart = bars.grouped(of, values, bars.range(), false);
    return Panels.one(width, 153.5).picture(name, caption, bars.key(0), chart);
  }

  /** STP improvement of each set of workloads. Source: GPU Maestro Figure 15. */
  static List<Picture> pairs(String name, Results results) {
    List<RunRecord> runs = results.sweptRuns();
    if (runs.isEmpty()) {
      return List.of();
    }
    Sharing sharing = new Sharing(runs);
    Baseline scale = results.view().baseline();
    List<String> pairs = sharing.workloads();
    Bars all = stp(sharing, pairs, scale);
    int inRow = Math.max(1, BARS_IN_A_ROW / sharing.settings().size());
    List<JFreeChart> rows = new ArrayList<>();
    for (int from = 0; from < pairs.size(); from += inRow) {
      List<String> some = pairs.subList(from, Math.min(from + inRow, pairs.size()));
      String label = scale.label("STP") + Baseline.HIGHER;
      rows.add(stp(sharing, some, scale).grouped("", label, all.range(), true));
    }
    double width = Panels.width(all.count() <= FEW_BARS, all.key(0));
    int longest = pairs.stream().mapToInt(String::length).max().orElse(0);
    Panels panels = Panels.one(width, 136 + 3.6 * longest);
    String caption =
        "STP over "
            + scale.words()
            + ", each set of workloads"
            + (sharing.hasRepeats() ? ", means over seeds with 95% intervals" : "")
            + "; higher is better";
    return panels.pictures(name, caption, all.key(0), rows, ROWS_OF_A_PICTURE);
  }

  private static Bars stp(Sharing sharing, List<String> pairs, Baseline scale) {
    Bars bars = new Bars();
    for (String setting : sharing.settings()) {
      for (String pair : pairs) {
        MeanInterval stp = sharing.mean(setting, pair, RunRecord::stp);
        bars.add(
            setting,
            pair,
            new Bars.Bar(
                scale.of(stp.mean()), scale.of(stp.low()), scale.of(stp.high()), Double.NaN));
      }
    }
    return bars;
  }

  /** STP under one setting over that under another, a point for each set of workloads. */
  static List<Picture> scatter(String name, Results results) {
    Sharing sharing = new Sharing(results.comparedRuns());
    List<String> settings = sharing.settings();
    List<Picture> pictures = new ArrayList<>();
    for (int i = 0; i < settings.size(); i++) {
      for (int j = i + 1; j < settings.size() && pictures.size() < MOST_SCATTERS; j++) {
        scatter(name, sharing, settings.get(i), settings.get(j)).ifPresent(pictures::add);
      }
    }
    return pictures;
  }

  private static Optional<Picture> scatter(String name, Sharing sharing, String a, String b) {
    Points points = new Points(Points.Form.MARKERS);
    int count = 0;
    for (String workloads : sharing.workloads()) {
      double x = sharing.value(a, workloads, RunRecord::stp);
      double y = sharing.value(b, workloads, RunRecord::stp);
      if (Double.isFinite(x) && Double.isFinite(y)) {
        points.add(sharing.category(workloads), x, y);
        count++;
      }
    }
    if (count < LEAST_PAIRS) {
      return Optional.empty();
    }
    return Optional.of(
        Panels.one(Style.ONE_COLUMN, 220.5)
            .picture(
                name + "-" + fileName(a) + "-" + fileName(b),
                "STP under " + b + " over STP under " + a + ": above the line, " + b + " is better",
                points.key(),
                points.withDiagonal("STP, " + a, "STP, " + b)));
  }

  static String fileName(String setting) {
    return setting.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
  }

  /** STP of all pairs under each setting as a map, symmetrical; means over seeds. */
  static List<Picture> map(String name, Results results) {
    List<RunRecord> pairs =
        results.comparedRuns().stream().filter(run -> run.names().size() == 2).toList();
    List<String> names =
        List.copyOf(new TreeSet<>(pairs.stream().flatMap(r -> r.names().stream()).toList()));
    long filled = pairs.stream().map(RunRecord::workloads).distinct().count();
    boolean isFull = 4 * filled >= (long) names.size() * (names.size() - 1); // half of the pairs
    if (names.size() < LEAST_BENCHMARKS || !isFull) {
      return List.of();
    }
    double low = pairs.stream().mapToDouble(RunRecord::stp).min().orElseThrow();
    double high = pairs.stream().mapToDouble(RunRecord::stp).max().orElseThrow();
    HeatMap.Scale scale = new HeatMap.Scale(low, Math.max(high, low + 0.01));
    Sharing sharing = new Sharing(pairs);
    List<Picture> pictures = new ArrayList<>();
    for (String setting : sharing.settings()) {
      String file = name + "-" + fileName(setting);
      pictures.add(map(file, setting, cells(sharing, setting, pairs, names), names, scale));
    }
    return pictures;
  }

  /** Returns x, y and value of each cell. */
  private static double[][] cells(
      Sharing sharing, String setting, List<RunRecord> runs, List<String> names) {
    Map<String, List<String>> pairs = new LinkedHashMap<>();
    runs.stream()
        .filter(run -> run.setting().equals(setting))
        .forEach(run -> pairs.putIfAbsent(run.workloads(), run.names()));
    double[][] cells = new double[3][2 * pairs.size()];
    int cell = 0;
    for (Map.Entry<String, List<String>> pair : pairs.entrySet()) {
      int a = names.indexOf(pair.getValue().get(0));
      int b = names.indexOf(pair.getValue().get(1));
      for (int[] place : new int[][] {{a, b}, {b, a}}) {
        cells[0][cell] = place[0];
        cells[1][cell] = place[1];
        cells[2][cell++] = sharing.value(setting, pair.getKey(), RunRecord::stp);
      }
    }
    return cells;
  }

  private static Picture map(
      String name, String setting, double[][] cells, List<String> names, HeatMap.Scale scale) {
    DefaultXYZDataset data = new DefaultXYZDataset();
    data.addSeries(setting, cells);
    XYPlot plot = HeatMap.plot(data, axis(names, true), axis(names, false), scale, 1, 1);
    for (int i = 0; names.size() <= MOST_WITH_WORDS && i < cells[0].length; i++) {
      String word = String.format(Locale.ROOT, "%.2f", cells[2][i]);
      XYTextAnnotation annotation = new XYTextAnnotation(word, cells[0][i], cells[1][i]);
      annotation.setFont(Style.TICK_FONT);
      annotation.setPaint(scale.ink(cells[2][i]));
      plot.addAnnotation(annotation);
    }
    double side = Math.max(Style.ONE_COLUMN, 45 + 14 * names.size());
    return Panels.one(side + 45, side)
        .picture(
            name,
            "STP of all pairs under " + setting,
            List.of(),
            HeatMap.chart(plot, scale, "STP, " + setting));
  }

  private static SymbolAxis axis(List<String> names, boolean isDomain) {
    SymbolAxis axis = Style.rows(names);
    axis.setTickMarksVisible(false);
    axis.setVerticalTickLabels(isDomain);
    axis.setInverted(!isDomain);
    return axis;
  }

  /**
   * STP of SMK over the share of threads of the first workload, with spatial multitasking as 1; a
   * panel for each set of workloads. Source: GPU Maestro Figure 2.
   */
  static List<Picture> partitions(String name, Results results) {
    Map<String, TreeMap<Double, List<Double>>> curves = new LinkedHashMap<>();
    Map<String, List<Double>> spatial = new LinkedHashMap<>();
    for (RunRecord run : results.sharedRuns()) {
      if (run.policy().equals(SMK) && Double.isFinite(run.firstThreadShare())) {
        curves
            .computeIfAbsent(run.workloads(), w -> new TreeMap<>())
            .computeIfAbsent(100 * run.firstThreadShare(), s -> new ArrayList<>())
            .add(run.stp());
      } else if (run.policy().equals(SPATIAL)) {
        spatial.computeIfAbsent(run.workloads(), w -> new ArrayList<>()).add(run.stp());
      }
    }
    curves.values().removeIf(curve -> curve.size() < 2);
    if (curves.isEmpty()) {
      return List.of();
    }
    List<JFreeChart> panels = new ArrayList<>();
    curves.forEach((pair, curve) -> panels.add(partitions(pair, curve, spatial.get(pair))));
    int columns = Math.min(3, panels.size());
    double width = columns == 1 ? Style.ONE_COLUMN : Style.TWO_COLUMNS;
    String caption =
        "STP of SMK over spatial multitasking, by the first workload's share of threads";
    return List.of(new Panels(width, columns, 125).picture(name, caption, List.of(), panels));
  }

  private static JFreeChart partitions(
      String pair, Map<Double, List<Double>> curve, List<Double> spatial) {
    double base = spatial == null ? 1 : mean(spatial);
    Points points = new Points(Points.Form.MARKED_LINES);
    curve.forEach((share, stp) -> points.add(pair, share, mean(stp) / base));
    String first = pair.substring(0, pair.indexOf('/'));
    NumberAxis x = Style.numbers("Share of an SM's threads of " + first + " (%)");
    x.setRange(0, 100);
    Range shown = Range.expandToInclude(points.getRangeBounds(false), 1);
    NumberAxis y = Scale.measured(spatial == null ? "STP" : "STP / STP of spatial", shown);
    XYPlot plot = points.plot(x, y);
    if (spatial != null) {
      Points.addLevel(plot, 1);
    }
    Points.addCaption(plot, pair);
    Scale.fit(y, shown, Points.CAPTION_ROOM);
    return Style.chart(plot);
  }

  private static double mean(List<Double> values) {
    return StatUtils.geometricMean(values.stream().mapToDouble(v -> v).toArray());
  }
}
