package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * STP improvement of the windows of an oracle and of even SMK over the instructions of an SM, and
 * the partitions that the oracle chose. Source: GPU Maestro Figure 4.
 *
 * <p>Reads {@code oracle.csv}, a row for each window of each trace, in order. Columns: {@code
 * trace}, oracle or another; {@code issuedPerSm}, thread instructions of an SM to the window's end;
 * {@code partition} that the window ran under; {@code stp} of the window.
 */
final class OracleChart implements Chart {
  private static final String FILE = "oracle.csv";
  private static final String ORACLE = "oracle";
  private static final double MILLION = 1e6;
  private static final double HEIGHT = 225;

  @Override
  public List<Picture> draw(String name, Results results) {
    return results.table(FILE).map(table -> picture(name, table, results.scale())).stream()
        .toList();
  }

  private static Picture picture(String name, CsvTable table, OverNonShared scale) {
    NumberAxis x = Style.span("Thread instructions issued by an SM (millions)");
    XYSeriesCollection traces = traces(table, scale);
    XYPlot above =
        Lines.of(traces, null, Style.numbers(scale.label("STP") + OverNonShared.HIGHER), false);
    List<String> partitions = partitions(table);
    XYPlot below = Lines.points(chosen(table, partitions), null, Style.rows(partitions));
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(x);
    all.setGap(5);
    all.add(above, 3);
    all.add(below, 2);
    return new Picture(
        name,
        "STP over non-shared execution in each window, higher is better, and the partition that"
            + " the oracle chose",
        Style.TWO_COLUMNS,
        HEIGHT,
        Panels.of(Style.chart(all, Lines.key(traces, false))));
  }

  /** Returns the traces as steps: a window has one value from its start to its end. */
  private static XYSeriesCollection traces(CsvTable table, OverNonShared scale) {
    XYSeriesCollection data = new XYSeriesCollection();
    double start = 0;
    for (int row = 0; row < table.rows(); row++) {
      String name = table.name(row, "trace");
      if (data.getSeriesIndex(name) < 0) {
        data.addSeries(new XYSeries(name, false, true));
        start = 0;
      }
      double end = table.number(row, "issuedPerSm") / MILLION;
      double improvement = scale.of(table.number(row, "stp"));
      data.getSeries(name).add(start, improvement);
      data.getSeries(name).add(end, improvement);
      start = end;
    }
    return data;
  }

  private static List<String> partitions(CsvTable table) {
    List<String> names = new ArrayList<>();
    for (int row = 0; row < table.rows(); row++) {
      String partition = table.text(row, "partition");
      if (table.text(row, "trace").equals(ORACLE) && !names.contains(partition)) {
        names.add(partition);
      }
    }
    return names.stream().sorted().toList();
  }

  private static XYSeriesCollection chosen(CsvTable table, List<String> partitions) {
    XYSeries series = new XYSeries("chosen");
    for (int row = 0; row < table.rows(); row++) {
      if (table.text(row, "trace").equals(ORACLE)) {
        double end = table.number(row, "issuedPerSm") / MILLION;
        series.add(end, partitions.indexOf(table.text(row, "partition")));
      }
    }
    return new XYSeriesCollection(series);
  }
}
