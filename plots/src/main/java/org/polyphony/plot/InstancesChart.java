package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Speed-up over running one after another by the number of instances, a panel for each application.
 * Source: schedGPU Figures 10 and 11.
 */
final class InstancesChart {
  private static final double HEIGHT = 130;

  private InstancesChart() {}

  static Picture picture(String name, CsvTable table) {
    List<JFreeChart> charts = new ArrayList<>();
    List<KeyTitle.Entry> key = List.of();
    for (Map.Entry<String, List<Integer>> panel : table.rowsBy("application").entrySet()) {
      XYSeriesCollection data = table.points(panel.getValue(), "scheduler", "instances", "speedup");
      NumberAxis y = Style.numbers(charts.isEmpty() ? "Speed-up over one after another" : null);
      y.setAutoRangeIncludesZero(true);
      XYPlot plot = Lines.of(data, Style.integers("Instances"), y, true);
      Lines.caption(plot, panel.getKey());
      charts.add(Style.chart(plot, List.of()));
      key = Lines.key(data, true);
    }
    return new Picture(
        name,
        "Speed-up over running one after another, by the number of instances",
        Style.TWO_COLUMNS,
        HEIGHT,
        Panels.below(key, Panels.grid(charts, charts.size())));
  }
}
