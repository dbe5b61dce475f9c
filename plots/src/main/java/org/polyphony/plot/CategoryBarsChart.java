package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;

/**
 * STP improvement and ANTT increase over non-shared execution: geometric means of each category and
 * policy, with 95% confidence intervals, and a point for each run. Source: GPU Maestro Figures 11,
 * 12, 14.
 */
final class CategoryBarsChart implements Chart {
  private static final String ALL = "All runs"; // each counts alike
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
    String caption =
        label
            + (OverNonShared.isCost(label) ? ", lower" : ", higher")
            + " is better: geometric means, every "
            + (sharing.hasRepeats() ? "mean over seeds" : "run")
            + " counting alike, 95% confidence intervals";
    return Bars.means(name, caption, label, data(sharing, scale, columns, metric), MANY_BARS);
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
        List<double[]> ratios = sharing.values(settings.get(row), category, metric);
        GeometricMean mean = GeometricMean.of(ratios);
        values[0][row][c] = shown(scale, mean.mean());
        values[1][row][c] = shown(scale, mean.low());
        values[2][row][c] = shown(scale, mean.high());
        singles[row][c] = ratios.stream().mapToDouble(StatUtils::mean).map(scale::of).toArray();
      }
    }
    return new MeanDataset(
        settings.toArray(String[]::new), columns.toArray(String[]::new), values, singles);
  }

  /** Returns what is drawn; null when there was nothing to take the mean of. */
  private static Number shown(OverNonShared scale, double ratio) {
    return Double.isFinite(ratio) ? scale.of(ratio) : null;
  }
}
