package org.polyphony.plot;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.axis.LogarithmicAxis;
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
  private static final double LEAST_PERCENT = 0.01; // an axis of powers of ten has no zero

  private NoiseChart() {}

  static Picture picture(String name, CsvTable table) {
    double[] spreads =
        IntStream.range(0, table.rows())
            .mapToDouble(row -> 100 * table.number(row, "spread"))
            .map(percent -> Math.max(LEAST_PERCENT, percent))
            .toArray();
    XYPlot plot = Lines.points(points(table, spreads), Style.integers("Pairs, by spread"), axis());
    Lines.level(plot, StatUtils.percentile(spreads, 50));
    return new Picture(
        name,
        "Spread of STP over seeds, (largest - smallest) / mean, each pair; dashed: the median",
        Style.ONE_COLUMN,
        HEIGHT,
        Panels.of(Style.chart(plot, Lines.pointKey(plot.getDataset()))));
  }

  private static NumberAxis axis() {
    LogarithmicAxis axis = new LogarithmicAxis("Spread of STP over seeds (%)");
    axis.setNumberFormatOverride(
        new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    return Style.axis(axis);
  }

  private static XYSeriesCollection points(CsvTable table, double[] spreads) {
    List<Integer> order =
        IntStream.range(0, spreads.length)
            .boxed()
            .sorted(Comparator.comparingDouble(row -> -spreads[row]))
            .toList();
    Map<String, XYSeries> byCategory = new TreeMap<>();
    int rank = 1;
    for (int row : order) {
      byCategory
          .computeIfAbsent(table.text(row, "category"), c -> new XYSeries(c, false))
          .add(rank++, spreads[row]);
    }
    XYSeriesCollection data = new XYSeriesCollection();
    byCategory.values().forEach(data::addSeries);
    return data;
  }
}
