package org.polyphony.plot;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.data.Range;

/**
 * Means of a figure by group and series with 95% intervals, and the paper's averages as marks: a
 * picture for each metric. Source: GPU Maestro Figures 11 to 14.
 */
final class MeansChart implements Chart {
  private static final String FILE = "means.csv";
  private static final List<String> VALUES = List.of("mean", "low", "high", "paper");
  private static final double HEIGHT = 165;
  private static final int MANY_BARS = 18;
  private static final double ROOM = 1.06;

  @Override
  public List<Picture> draw(String name, Results results) {
    return results.table(FILE).map(MeansChart::pictures).orElse(List.of());
  }

  private static List<Picture> pictures(CsvTable table) {
    Map<String, List<Integer>> metrics = new LinkedHashMap<>();
    for (int row = 0; row < table.rows(); row++) {
      metrics.computeIfAbsent(table.text(row, "metric"), m -> new ArrayList<>()).add(row);
    }
    List<Picture> pictures = new ArrayList<>();
    metrics.forEach((metric, rows) -> pictures.add(picture(metric, table, rows)));
    return pictures;
  }

  private static Picture picture(String metric, CsvTable table, List<Integer> rows) {
    MeanDataset data = data(table, rows);
    NumberAxis values = Style.numbers(metric + OverNonShared.better(metric));
    values.setRange(range(table, rows));
    List<KeyTitle.Entry> key = Bars.key(data);
    if (data.hasStated()) {
      key.add(new KeyTitle.Entry("the paper, average", MeansChart::mark));
    }
    int bars = data.getRowCount() * data.getColumnCount();
    return new Picture(
        metric.replaceAll("[^A-Za-z]+", " ").strip().toLowerCase(Locale.ROOT).replace(' ', '-'),
        metric + ": means with 95% intervals",
        bars > MANY_BARS ? Style.TWO_COLUMNS : Style.ONE_COLUMN,
        HEIGHT,
        Panels.of(Style.chart(Bars.grouped(data, Style.names(""), values), key)));
  }

  private static void mark(Graphics2D g, Rectangle2D area) {
    Bars.drawStated(g, area.getCenterX(), area.getCenterY());
  }

  private static MeanDataset data(CsvTable table, List<Integer> rows) {
    List<String> series = names(table, rows, "series");
    List<String> groups = names(table, rows, "group");
    Number[][][] values = new Number[VALUES.size()][series.size()][groups.size()];
    for (int row : rows) {
      int s = series.indexOf(table.name(row, "series"));
      int g = groups.indexOf(table.name(row, "group"));
      for (int v = 0; v < values.length; v++) {
        double value = table.number(row, VALUES.get(v));
        values[v][s][g] = Double.isFinite(value) ? value : null;
      }
    }
    return new MeanDataset(
        series.toArray(String[]::new),
        groups.toArray(String[]::new),
        values,
        new double[series.size()][groups.size()][0]);
  }

  private static List<String> names(CsvTable table, List<Integer> rows, String column) {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> names.add(table.name(row, column)));
    return List.copyOf(names);
  }

  /** Returns a range with room for every value, and with zero. */
  private static Range range(CsvTable table, List<Integer> rows) {
    double least = 0;
    double most = 1;
    for (int row : rows) {
      for (String column : VALUES) {
        double value = table.number(row, column);
        least = Double.isFinite(value) ? Math.min(least, value) : least;
        most = Double.isFinite(value) ? Math.max(most, value) : most;
      }
    }
    return new Range(ROOM * least, ROOM * most);
  }
}
