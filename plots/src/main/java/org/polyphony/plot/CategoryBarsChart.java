package org.polyphony.plot;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.data.Range;

/**
 * STP improvement and ANTT increase over non-shared execution: geometric means of each category and
 * policy, with 95% confidence intervals, and a point for each run. Source: GPU Maestro Figures 11,
 * 12, 14.
 */
final class CategoryBarsChart implements Chart {
  private static final String ALL = "All runs"; // each counts alike
  private static final double HEIGHT = 165;
  private static final int MANY_BARS = 22;

  @Override
  public List<Picture> draw(String name, Results results) {
    List<RunRecord> runs = results.sweptRuns();
    if (runs.isEmpty()) {
      return List.of();
    }
    Sharing sharing = new Sharing(runs);
    OverNonShared scale = results.scale();
    return List.of(
        picture("stp-by-category", sharing, scale, scale.label("STP"), RunRecord::stp),
        picture("antt-by-category", sharing, scale, scale.label("ANTT"), RunRecord::antt));
  }

  private static Picture picture(
      String name,
      Sharing sharing,
      OverNonShared scale,
      String label,
      ToDoubleFunction<RunRecord> metric) {
    List<String> columns = new ArrayList<>(sharing.categories());
    if (columns.size() > 1) {
      columns.add(ALL);
    }
    MeanDataset data = data(sharing, scale, columns, metric);
    NumberAxis values = Style.numbers(label + OverNonShared.better(label));
    values.setRange(range(data));
    List<KeyTitle.Entry> key = Bars.key(data);
    key.add(new KeyTitle.Entry("each run", CategoryBarsChart::mark));
    return new Picture(
        name,
        label
            + (OverNonShared.isCost(label) ? ", lower" : ", higher")
            + " is better: geometric means, every run counting alike, 95% confidence intervals",
        data.getRowCount() * columns.size() > MANY_BARS ? Style.TWO_COLUMNS : Style.ONE_COLUMN,
        HEIGHT,
        Panels.of(Style.chart(Bars.grouped(data, Style.names(""), values), key)));
  }

  private static void mark(Graphics2D g, Rectangle2D area) {
    Bars.drawSingle(g, area.getCenterX(), area.getCenterY());
  }

  private static MeanDataset data(
      Sharing sharing,
      OverNonShared scale,
      List<String> columns,
      ToDoubleFunction<RunRecord> metric) {
    List<String> settings = sharing.settings();
    Number[][][] values =
        new Number[4][settings.size()][columns.size()]; // none that a paper states
    double[][][] singles = new double[settings.size()][columns.size()][];
    for (int row = 0; row < settings.size(); row++) {
      for (int c = 0; c < columns.size(); c++) {
        String category = columns.get(c).equals(ALL) ? null : columns.get(c);
        double[] ratios = sharing.values(settings.get(row), category, metric);
        GeometricMean mean = GeometricMean.of(ratios);
        values[0][row][c] = shown(scale, mean.mean());
        values[1][row][c] = shown(scale, mean.low());
        values[2][row][c] = shown(scale, mean.high());
        singles[row][c] = Arrays.stream(ratios).map(scale::of).toArray();
      }
    }
    return new MeanDataset(
        settings.toArray(String[]::new), columns.toArray(String[]::new), values, singles);
  }

  /** Returns a range with room for every interval and run, and with zero. */
  private static Range range(MeanDataset data) {
    double least = 0;
    double most = 1;
    for (int row = 0; row < data.getRowCount(); row++) {
      for (int c = 0; c < data.getColumnCount(); c++) {
        Number low = data.getStartValue(row, c);
        Number high = data.getEndValue(row, c);
        least = low == null ? least : Math.min(least, low.doubleValue());
        most = high == null ? most : Math.max(most, high.doubleValue());
        for (double single : data.singles(row, c)) {
          least = Math.min(least, single);
          most = Math.max(most, single);
        }
      }
    }
    return new Range(1.06 * least, 1.06 * most);
  }

  /** Returns what is drawn; null when there was nothing to take the mean of. */
  private static Number shown(OverNonShared scale, double ratio) {
    return Double.isFinite(ratio) ? scale.of(ratio) : null;
  }
}
