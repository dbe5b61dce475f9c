package org.polyphony.plot;

import java.util.List;
import java.util.Map;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.data.category.DefaultCategoryDataset;

/**
 * For how much of the time GPUs were used how much: a bar for each run in each of eleven classes.
 * Source: schedGPU Figure 13.
 */
final class GpuHistogramChart {
  private static final double HEIGHT = 130;
  private static final double PERCENT = 100;
  private static final int CLASSES = 10;

  private GpuHistogramChart() {}

  static Picture picture(String name, CsvTable table) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    for (Map.Entry<String, List<Integer>> run : table.rowsBy("run").entrySet()) {
      double[] shares = shares(table, run.getValue());
      for (int c = 0; c < shares.length; c++) {
        data.addValue(PERCENT * shares[c], run.getKey(), label(c));
      }
    }
    CategoryPlot plot =
        Bars.grouped(data, Style.names("GPU utilisation (%)"), Style.numbers("Time (%)"));
    return new Picture(
        name,
        "Part of the time for which GPUs were used how much",
        Style.TWO_COLUMNS,
        HEIGHT,
        Panels.of(Style.chart(plot, Bars.key(data))));
  }

  /** Returns the part of the time in each class: 0, above 0 to 10%, and so on. */
  private static double[] shares(CsvTable table, List<Integer> rows) {
    double[] shares = new double[CLASSES + 1];
    double total = 0;
    for (int row : rows) {
      double length = table.number(row, "end_s") - table.number(row, "start_s");
      shares[(int) Math.ceil(CLASSES * table.number(row, "gpu") - 1e-9)] += length;
      total += length;
    }
    for (int c = 0; c < shares.length; c++) {
      shares[c] /= total;
    }
    return shares;
  }

  private static String label(int index) {
    return index == 0 ? "0" : (index - 1) * 10 + 1 + "-" + index * 10;
  }
}
