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
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;

/** STP of all pairs under each setting as a map, symmetrical; means over seeds. */
final class PairMap {
  private static final int LEAST_BENCHMARKS = 3;
  private static final int MOST_WITH_WORDS = 14;

  private PairMap() {}

  /** Returns a picture of each setting; none where more than half of the pairs are missing. */
  static List<Picture> pictures(String name, Results results) {
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
    HeatMap.ColourScale scale = new HeatMap.ColourScale(low, Math.max(high, low + 0.01));
    Sharing sharing = new Sharing(pairs);
    List<Picture> pictures = new ArrayList<>();
    for (String setting : sharing.settings()) {
      String file = name + "-" + EntryChart.fileName(setting);
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
      String name,
      String setting,
      double[][] cells,
      List<String> names,
      HeatMap.ColourScale scale) {
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
}
