package org.polyphony.plot;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Spread of STP over seeds, a point for each pair, the largest first; a dashed line at the median.
 *
 * <p>Reads {@code noise.csv}, a row for each pair. Columns: {@code category}, a series each; {@code
 * spread}, largest STP less smallest over the mean, 1 for all. Other columns are left alone.
 */
final class NoiseChart {
  private static final double HEIGHT = 165;

  private NoiseChart() {}

  static Picture picture(String name, CsvTable table) {
    double[] spreads =
        IntStream.range(0, table.rows())
            .mapToDouble(row -> 100 * table.number(row, "spread"))
            .toArray();
    Map<String, XYSeries> byCategory = new TreeMap<>();
    int[] order =
        IntStream.range(0, spreads.length)
            .boxed()
            .sorted((a, b) -> Double.compare(spreads[b], spreads[a]))
            .mapToInt(row -> row)
            .toArray();
    for (int rank = 0; rank < order.length; rank++) {
      String category = table.text(order[rank], "category");
      byCategory
          .computeIfAbsent(category, c -> new XYSeries(c, false))
          .add(rank + 1, spreads[order[rank]]);
    }
    XYSeriesCollection data = new XYSeriesCollection();
    byCategory.values().forEach(data::addSeries);
    NumberAxis spread = Style.numbers("Spread of STP over seeds (%)" + OverNonShared.LOWER);
    XYPlot plot = Lines.points(data, Style.integers("Pairs, by spread"), spread);
    Lines.level(plot, StatUtils.percentile(spreads, 50));
    return new Picture(
        name,
        "Spread of STP over seeds, (largest - smallest) / mean, each pair; dashed: the median",
        Style.ONE_COLUMN,
        HEIGHT,
        Panels.of(Style.chart(plot, Lines.pointKey(data))));
  }
}
