package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Speed-up over running one after another by the number of instances, a panel for each application.
 * Source: schedGPU Figures 10 and 11.
 */
final class InstancesChart implements Chart {
  private static final String FILE = "instances.csv";
  private static final double HEIGHT = 130;

  @Override
  public List<Picture> draw(String name, Results results) {
    Optional<CsvTable> table = results.table(FILE);
    if (table.isEmpty()) {
      return List.of();
    }
    Map<String, XYSeriesCollection> panels = panels(table.get());
    List<JFreeChart> charts = new ArrayList<>();
    List<KeyTitle.Entry> key = List.of();
    for (Map.Entry<String, XYSeriesCollection> panel : panels.entrySet()) {
      NumberAxis y = Style.numbers(charts.isEmpty() ? "Speed-up over one after another" : null);
      y.setAutoRangeIncludesZero(true);
      XYPlot plot = Lines.of(panel.getValue(), Style.integers("Instances"), y, true);
      Lines.caption(plot, panel.getKey());
      charts.add(Style.chart(plot, List.of()));
      key = Lines.key(panel.getValue(), true);
    }
    return List.of(
        new Picture(
            name,
            "Speed-up over running one after another, by the number of instances",
            Style.TWO_COLUMNS,
            HEIGHT,
            Panels.below(key, Panels.grid(charts, charts.size()))));
  }

  private static Map<String, XYSeriesCollection> panels(CsvTable table) {
    Map<String, XYSeriesCollection> panels = new LinkedHashMap<>();
    for (int row = 0; row < table.rows(); row++) {
      XYSeriesCollection panel =
          panels.computeIfAbsent(table.name(row, "application"), name -> new XYSeriesCollection());
      String scheduler = table.name(row, "scheduler");
      if (panel.getSeriesIndex(scheduler) < 0) {
        panel.addSeries(new XYSeries(scheduler));
      }
      panel.getSeries(scheduler).add(table.number(row, "instances"), table.number(row, "speedup"));
    }
    return panels;
  }
}
