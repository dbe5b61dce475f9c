package org.polyphony.plot;

import java.util.List;
import java.util.Optional;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * How busy cores and devices are, and how full device memory is, over time. Source: schedGPU
 * Figures 8, 12 and 14.
 */
final class HostUtilisationChart implements Chart {
  private static final double HEIGHT = 120;
  private static final double PERCENT = 100;
  private static final List<String> COLUMNS = List.of("cpu", "gpu", "gpuMemory");
  private static final List<String> LABELS = List.of("CPU", "GPU", "GPU memory");

  @Override
  public List<Picture> draw(String name, Results results) {
    return HostTables.draw(
        name,
        results.table(HostTables.UTILISATION),
        (of, run, table, rows) -> Optional.of(picture(of, run, table, rows)));
  }

  private static Picture picture(String name, String run, CsvTable table, List<Integer> rows) {
    XYSeriesCollection data = new XYSeriesCollection();
    for (int i = 0; i < COLUMNS.size(); i++) {
      data.addSeries(series(LABELS.get(i), COLUMNS.get(i), table, rows));
    }
    NumberAxis y = Style.numbers("Utilisation (%)");
    y.setRange(0, PERCENT + 2); // so that a line at the top is whole
    XYPlot plot = Lines.of(data, Style.span("Time (s)"), y, false);
    return new Picture(
        name,
        "Use of cores, GPUs and GPU memory over time: " + run,
        Style.TWO_COLUMNS,
        HEIGHT,
        Panels.of(Style.chart(plot, Lines.key(data, false))));
  }

  private static XYSeries series(String label, String column, CsvTable table, List<Integer> rows) {
    XYSeries series = new XYSeries(label);
    for (int row : rows) {
      double middle = (table.number(row, "start_s") + table.number(row, "end_s")) / 2;
      series.add(middle, PERCENT * table.number(row, column));
    }
    return series;
  }
}
