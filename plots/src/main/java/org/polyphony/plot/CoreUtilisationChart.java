package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** How busy each core is over time, a strip of 0 to 100% for each. Source: schedGPU Figure 15. */
final class CoreUtilisationChart implements Chart {
  private static final double ROW = 14;
  private static final double ROOM = 576; // of all rows: a page has no more
  private static final double MARGIN = 40;
  private static final double STRIP = 0.8; // of the height of a row

  @Override
  public List<Picture> draw(String name, Results results) {
    return HostTables.draw(
        name,
        results.table(HostTables.UTILISATION).filter(t -> t.find(0, "core0").isPresent()),
        (of, run, table, rows) -> Optional.of(picture(of, run, table, rows)));
  }

  private static Picture picture(String name, String run, CsvTable table, List<Integer> rows) {
    XYSeriesCollection data = new XYSeriesCollection();
    List<String> names = new ArrayList<>();
    for (int core = 0; table.find(0, "core" + core).isPresent(); core++) {
      names.add("core " + core);
      data.addSeries(strip(core, table, rows));
    }
    NumberAxis cores = Style.rows(names);
    cores.setLabel("Utilisation, 0 to 100% each");
    XYPlot plot = Lines.of(data, Style.span("Time (s)"), cores, false);
    for (int core = 0; core < names.size(); core++) {
      plot.getRenderer().setSeriesPaint(core, SeriesStyle.of(0).line());
      plot.getRenderer().setSeriesStroke(core, Style.REFERENCE_SOLID);
    }
    return new Picture(
        name,
        "Use of each core over time: " + run,
        Style.TWO_COLUMNS,
        MARGIN + Math.min(ROW * names.size(), ROOM),
        Panels.of(Style.chart(plot, List.of())));
  }

  /** Returns a step line around the row of the core: from STRIP / 2 below to as much above. */
  private static XYSeries strip(int core, CsvTable table, List<Integer> rows) {
    XYSeries series = new XYSeries("core " + core, false);
    for (int row : rows) {
      double y = core + STRIP * (table.number(row, "core" + core) - 0.5);
      series.add(table.number(row, "start_s"), y);
      series.add(table.number(row, "end_s"), y);
    }
    return series;
  }
}
