package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static final int MOST_CORES = 64;

  @Override
  public String name() {
    return "core-utilisation";
  }

  @Override
  public String about() {
    return "use of each core over time, as schedGPU Figure 15";
  }

  @Override
  public String needs() {
    return HostRuns.UTILISATION + HostRuns.NEEDS + " with up to " + MOST_CORES + " cores";
  }

  @Override
  public List<Picture> draw(Results results) {
    Optional<CsvTable> table = results.table(HostRuns.UTILISATION);
    List<Picture> pictures = new ArrayList<>();
    if (table.isPresent() && table.get().find(0, "core0").isPresent()) {
      Map<String, List<Integer>> runs = HostRuns.rows(table.get());
      runs.forEach(
          (run, rows) ->
              pictures.add(picture(HostRuns.name(name(), run, runs), run, table.get(), rows)));
    }
    return pictures;
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
    XYPlot plot = Lines.of(data, HostUtilisationChart.time(), cores, false);
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
