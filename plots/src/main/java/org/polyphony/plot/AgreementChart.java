package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jfree.chart.JFreeChart;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * What one method says over what another says of the same, a panel for each metric, with the
 * diagonal: simulated over measured, real traces over kernel models.
 */
final class AgreementChart {
  private static final int COLUMNS = 2;
  private static final double HEIGHT = 232;

  private AgreementChart() {}

  static Picture picture(String name, CsvTable table) {
    String x = table.text(0, "xName");
    String y = table.text(0, "yName");
    List<JFreeChart> charts = new ArrayList<>();
    List<KeyTitle.Entry> key = List.of();
    for (Map.Entry<String, List<Integer>> panel : table.rowsBy("metric").entrySet()) {
      XYSeriesCollection data = table.points(panel.getValue(), "series", "x", "y");
      String metric = panel.getKey();
      charts.add(Style.chart(Diagonal.of(data, metric + ", " + x, metric + ", " + y), List.of()));
      List<KeyTitle.Entry> ofPanel = Lines.pointKey(data);
      key =
          ofPanel.size() > key.size() ? ofPanel : key; // a panel of one series says it on its axes
    }
    return new Picture(
        name,
        "What is " + y + " over what is " + x + "; on the line, both are equal",
        Style.TWO_COLUMNS,
        Panels.keyHeight(key, Style.TWO_COLUMNS) + HEIGHT,
        Panels.below(key, Panels.grid(charts, COLUMNS)));
  }
}
