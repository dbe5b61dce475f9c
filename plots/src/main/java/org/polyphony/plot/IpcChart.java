package org.polyphony.plot;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** IPC of SM 0 over its instructions, a panel for each run. Source: GPU Maestro Figures 3, 7. */
final class IpcChart implements Chart {
  private static final String FILE = "ipc.csv";
  private static final String SM = "0";
  private static final double MILLION = 1e6;
  private static final double PANEL = 95;
  private static final double REST = 42;

  @Override
  public List<Picture> draw(String name, Results results) {
    List<Results> runs = results.singleRuns().stream().filter(run -> run.has(FILE)).toList();
    NumberAxis x = Style.span("Thread instructions issued by SM 0 (millions)");
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(x);
    all.setGap(4);
    List<String> names = names(runs);
    int panels = 0;
    for (Results run : runs) {
      Optional<CsvTable> table = run.table(FILE);
      if (table.isPresent()) {
        XYPlot plot = panel(table.get(), names);
        if (runs.size() > 1) {
          Lines.caption(plot, run.folder().getFileName().toString());
        }
        all.add(plot);
        panels++;
      }
    }
    if (panels == 0) {
      return List.of();
    }
    return List.of(
        new Picture(
            name,
            "IPC of SM 0 over the thread instructions that it has issued",
            Style.TWO_COLUMNS,
            REST + panels * PANEL,
            Panels.of(Style.chart(all, Lines.key(dataset(names), false)))));
  }

  private static List<String> names(List<Results> runs) {
    Stream<RunRecord> records = runs.stream().flatMap(run -> run.runs().stream());
    return records.flatMap(record -> record.names().stream()).distinct().toList();
  }

  private static XYSeriesCollection dataset(List<String> names) {
    XYSeriesCollection data = new XYSeriesCollection();
    names.forEach(name -> data.addSeries(new XYSeries(name)));
    return data;
  }

  private static XYPlot panel(CsvTable table, List<String> names) {
    XYSeriesCollection data = dataset(names);
    for (int row = 0; row < table.rows(); row++) {
      int series = names.indexOf(table.name(row, "benchmark"));
      if (series >= 0 && table.text(row, "sm").equals(SM)) {
        data.getSeries(series)
            .add(table.number(row, "issuedPerSm") / MILLION, table.number(row, "ipcPerSm"));
      }
    }
    return Lines.of(data, null, Style.numbers("IPC of SM 0"), false);
  }
}
