package org.polyphony.plot;

import java.util.Map;
import org.jfree.chart.JFreeChart;

/** Metrics of several results over those of one of them, a group of bars for each metric. */
public final class NormalizedBars {
  private static final int MANY_BARS = 16;

  private NormalizedBars() {}

  /**
   * Returns the picture.
   *
   * @param base to which the ratios are
   * @param ratios of each result by metric; those that are not finite have no bar
   */
  public static Picture picture(String base, Map<String, Map<String, Double>> ratios) {
    Bars bars = new Bars();
    ratios.forEach(
        (result, ofMetrics) ->
            ofMetrics.forEach((metric, ratio) -> bars.add(result, metric, ratio)));
    double width = bars.count() > MANY_BARS ? Style.TWO_COLUMNS : Style.ONE_COLUMN;
    boolean isUpright = Bars.areLong(ratios.values().iterator().next().keySet(), width);
    JFreeChart chart = bars.grouped("", "Over " + base, bars.range(), isUpright);
    return Panels.one(width, isUpright ? 219.5 : 153.5)
        .picture("comparison", "Metrics over those of " + base, bars.key(0), chart);
  }
}
