package org.polyphony.plot;

import java.util.Map;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.data.category.DefaultCategoryDataset;

/** Metrics of several results over those of one of them, a group of bars for each metric. */
public final class NormalizedBars {
  private static final double HEIGHT = 165;
  private static final double LETTER = 3.3; // its width, in points
  private static final int MANY_BARS = 16;

  private NormalizedBars() {}

  /**
   * Returns the picture.
   *
   * @param base to which the ratios are
   * @param ratios of each result by metric; those that are not finite have no bar
   */
  public static Picture picture(String base, Map<String, Map<String, Double>> ratios) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    ratios.forEach(
        (result, ofMetrics) ->
            ofMetrics.forEach(
                (metric, ratio) ->
                    data.addValue(Double.isFinite(ratio) ? ratio : null, result, metric)));
    CategoryAxis names = Style.names("");
    double width =
        data.getRowCount() * data.getColumnCount() > MANY_BARS
            ? Style.TWO_COLUMNS
            : Style.ONE_COLUMN;
    int letters =
        ratios.values().iterator().next().keySet().stream().mapToInt(String::length).sum();
    boolean isUpright = letters * LETTER > 0.8 * width;
    if (isUpright) {
      names.setCategoryLabelPositions(CategoryLabelPositions.UP_90);
    }
    NumberAxis values = Style.numbers("Over " + base);
    return new Picture(
        "comparison",
        "Metrics over those of " + base,
        width,
        isUpright ? 1.4 * HEIGHT : HEIGHT,
        Panels.of(Style.chart(Bars.grouped(data, names, values), Bars.key(data))));
  }
}
