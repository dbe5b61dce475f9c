package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.axis.NumberAxis;

/**
 * STP improvement and ANTT increase over non-shared execution: geometric means of each category and
 * policy, with 95% confidence intervals. Source: GPU Maestro Figures 11, 12, 14.
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
        picture(
            "stp-by-category",
            sharing,
            scale,
            scale.label("STP") + OverNonShared.HIGHER,
            RunRecord::stp),
        picture(
            "antt-by-category",
            sharing,
            scale,
            scale.label("ANTT") + OverNonShared.LOWER,
            RunRecord::antt));
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
    Number[][] low = new Number[sharing.settings().size()][columns.size()];
    Number[][] high = new Number[sharing.settings().size()][columns.size()];
    Number[][] mean = new Number[sharing.settings().size()][columns.size()];
    for (int row = 0; row < mean.length; row++) {
      for (int c = 0; c < columns.size(); c++) {
        String category = columns.get(c).equals(ALL) ? null : columns.get(c);
        GeometricMean value =
            GeometricMean.of(sharing.values(sharing.settings().get(row), category, metric));
        mean[row][c] = shown(scale, value.mean());
        low[row][c] = shown(scale, value.low());
        high[row][c] = shown(scale, value.high());
      }
    }
    MeanDataset data =
        new MeanDataset(
            sharing.settings().toArray(String[]::new),
            columns.toArray(String[]::new),
            new Number[][][] {mean, low, high, new Number[mean.length][columns.size()]});
    NumberAxis values = Style.numbers(label);
    values.setRange(data.range());
    return new Picture(
        name,
        label + ": geometric means, every run counting alike, 95% confidence intervals",
        mean.length * columns.size() > MANY_BARS ? Style.TWO_COLUMNS : Style.ONE_COLUMN,
        HEIGHT,
        Panels.of(Style.chart(Bars.grouped(data, Style.names(""), values), Bars.key(data))));
  }

  /** Returns what is drawn; null when there was nothing to take the mean of. */
  private static Number shown(OverNonShared scale, double ratio) {
    return Double.isFinite(ratio) ? scale.of(ratio) : null;
  }
}
