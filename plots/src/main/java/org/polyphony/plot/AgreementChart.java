package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.JFreeChart;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * What one method says over what another says of the same, a panel for each metric, with the
 * diagonal: simulated over measured, real traces over kernel models.
 */
final class AgreementChart implements Chart {
  private static final String FILE = "agreement.csv";
  private static final int COLUMNS = 2;
  private static final double HEIGHT = 232;

  @Override
  public List<Picture> draw(String name, Results results) {
    return results.table(FILE).map(table -> picture(name, table)).stream().toList();
  }

  private static Picture picture(String name, CsvTable table) {
    Map<String, Map<String, XYSeries>> panels = new LinkedHashMap<>();
    for (int row = 0; row < table.rows(); row++) {
      panels
          .computeIfAbsent(table.text(row, "metric"), metric -> new LinkedHashMap<>())
          .computeIfAbsent(table.name(row, "series"), series -> new XYSeries(series, false))
          .add(table.number(row, "x"), table.number(row, "y"));
    }
    String x = table.text(0, "xName");
    String y = table.text(0, "yName");
    List<JFreeChart> charts = new ArrayList<>();
    List<KeyTitle.Entry> key = List.of();
    for (Map.Entry<String, Map<String, XYSeries>> panel : panels.entrySet()) {
      XYSeriesCollection data = new XYSeriesCollection();
      panel.getValue().values().forEach(data::addSeries);
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
