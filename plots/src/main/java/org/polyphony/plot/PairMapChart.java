package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.DefaultXYZDataset;

/** STP of all pairs under each policy as a map, symmetrical. */
final class PairMapChart implements Chart {
  private static final int LEAST_BENCHMARKS = 3;
  private static final int MOST_WITH_WORDS = 14;
  private static final double CELL = 14;
  private static final double REST = 45;

  @Override
  public List<Picture> draw(String name, Results results) {
    List<RunRecord> pairs =
        results.comparedRuns().stream().filter(run -> run.names().size() == 2).toList();
    List<String> names =
        List.copyOf(new TreeSet<>(pairs.stream().flatMap(r -> r.names().stream()).toList()));
    List<Picture> pictures = new ArrayList<>();
    long filled = pairs.stream().map(RunRecord::workloads).distinct().count();
    boolean isFull = 4 * filled >= (long) names.size() * (names.size() - 1); // half of the pairs
    if (names.size() >= LEAST_BENCHMARKS && isFull) {
      double low = pairs.stream().mapToDouble(RunRecord::stp).min().orElseThrow();
      double high = pairs.stream().mapToDouble(RunRecord::stp).max().orElseThrow();
      HeatMap.Scale scale = new HeatMap.Scale(low, Math.max(high, low + 0.01));
      Sharing sharing = new Sharing(pairs);
      for (String setting : sharing.settings()) {
        Map<String, RunRecord> some = new LinkedHashMap<>(); // one of each pair's seeds
        pairs.stream()
            .filter(run -> run.setting().equals(setting))
            .forEach(run -> some.putIfAbsent(run.workloads(), run));
        double[][] cells = cells(sharing, setting, List.copyOf(some.values()), names);
        pictures.add(
            picture(name + "-" + ScatterChart.fileName(setting), setting, cells, names, scale));
      }
    }
    return pictures;
  }

  private static Picture picture(
      String name, String setting, double[][] cells, List<String> names, HeatMap.Scale scale) {
    DefaultXYZDataset data = new DefaultXYZDataset();
    data.addSeries(setting, cells);
    XYPlot plot = HeatMap.plot(data, axis(names, true), axis(names, false), scale, 1, 1);
    if (names.size() <= MOST_WITH_WORDS) {
      addWords(plot, cells, scale);
    }
    double side = Math.max(Style.ONE_COLUMN, REST + CELL * names.size());
    return new Picture(
        name,
        "STP of all pairs under " + setting,
        side + REST,
        side,
        Panels.of(HeatMap.chart(plot, scale, "STP, " + setting)));
  }

  private static double[][] cells(
      Sharing sharing, String setting, List<RunRecord> runs, List<String> names) {
    double[][] cells = new double[3][2 * runs.size()];
    for (int i = 0; i < runs.size(); i++) {
      int a = names.indexOf(runs.get(i).names().get(0));
      int b = names.indexOf(runs.get(i).names().get(1));
      double stp = sharing.value(setting, runs.get(i).workloads(), RunRecord::stp);
      put(cells, 2 * i, a, b, stp);
      put(cells, 2 * i + 1, b, a, stp);
    }
    return cells;
  }

  private static void put(double[][] cells, int column, int x, int y, double value) {
    cells[0][column] = x;
    cells[1][column] = y;
    cells[2][column] = value;
  }

  private static SymbolAxis axis(List<String> names, boolean isDomain) {
    SymbolAxis axis = new SymbolAxis(null, names.toArray(String[]::new));
    axis.setTickLabelFont(Style.TICK_FONT);
    axis.setGridBandsVisible(false);
    axis.setRange(-0.5, names.size() - 0.5);
    axis.setAxisLineVisible(false);
    axis.setTickMarksVisible(false);
    axis.setVerticalTickLabels(isDomain);
    axis.setInverted(!isDomain);
    return axis;
  }

  private static void addWords(XYPlot plot, double[][] cells, HeatMap.Scale scale) {
    for (int i = 0; i < cells[0].length; i++) {
      String word = String.format(Locale.ROOT, "%.2f", cells[2][i]);
      XYTextAnnotation annotation = new XYTextAnnotation(word, cells[0][i], cells[1][i]);
      annotation.setFont(Style.TICK_FONT);
      annotation.setPaint(scale.ink(cells[2][i]));
      plot.addAnnotation(annotation);
    }
  }
}
