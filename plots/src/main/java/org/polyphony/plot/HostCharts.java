package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.polyphony.results.CsvTable;
import org.polyphony.results.HostRecord;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.Results;

/** Jobs on a machine of GPUs under each scheduler, and how busy the machine is over time. */
final class HostCharts {
  private static final double PERCENT = 100;
  private static final int FEW_BARS = 8; // both panels stand in a row
  private static final int CLASSES = 10;
  private static final double CORE_ROW = 14;
  private static final double CORE_ROOM = 576; // of all rows: a page has no more
  private static final double CORE_STRIP = 0.8; // of the height of a row

  private HostCharts() {}

  /** Draws the rows of one run of a table. */
  @FunctionalInterface
  interface RunChart {
    Picture picture(String name, String run, List<Integer> rows);
  }

  /** Returns a picture of each run, which has the chart's name, and the run's if there are more. */
  static List<Picture> ofEachRun(String name, CsvTable table, RunChart chart) {
    Map<String, List<Integer>> runs = table.rowsBy(ResultColumn.RUN);
    return runs.entrySet().stream()
        .map(
            run ->
                chart.picture(
                    runs.size() > 1 ? name + "-" + run.getKey() : name,
                    run.getKey(),
                    run.getValue()))
        .toList();
  }

  /**
   * Throughput and turnaround of jobs under each scheduler over the first of them, or the one asked
   * for. Source: MGB Figure 5 and Table III.
   */
  static List<Picture> schedulers(String name, Results results) {
    Map<String, Map<String, HostRecord>> settings = bySetting(results.hostRuns());
    int count = settings.values().stream().mapToInt(Map::size).sum();
    if (count < 2 * settings.size() || count == 0) {
      return List.of();
    }
    Bars throughput = new Bars();
    Bars turnaround = new Bars();
    String given = results.view().names().of(results.view().normalizedTo());
    settings.forEach(
        (setting, runs) -> {
          HostRecord first = runs.getOrDefault(given, runs.values().iterator().next());
          runs.forEach(
              (scheduler, run) -> {
                throughput.add(scheduler, setting, run.jobsPerSecond() / first.jobsPerSecond());
                turnaround.add(
                    scheduler, setting, first.turnaroundSeconds() / run.turnaroundSeconds());
              });
        });
    String first = given.isEmpty() ? throughput.getRowKey(0).toString() : given;
    int columns = count <= FEW_BARS ? 2 : 1;
    boolean isUpright = Bars.areLong(settings.keySet(), Style.TWO_COLUMNS / columns);
    int longest = settings.keySet().stream().mapToInt(String::length).max().orElse(0);
    List<JFreeChart> panels =
        List.of(
            throughput.grouped("", "Throughput over " + first, throughput.range(), isUpright),
            turnaround.grouped("", "Speedup over " + first, turnaround.range(), isUpright));
    return List.of(
        new Panels(Style.TWO_COLUMNS, columns, 110 + (isUpright ? 3.3 * longest : 0))
            .picture(
                name,
                "Job throughput and speedup of mean turnaround over "
                    + first
                    + "; higher is better",
                throughput.key(0),
                panels));
  }

  /** Returns the runs of each setting by their scheduler, in the order of the file. */
  private static Map<String, Map<String, HostRecord>> bySetting(List<HostRecord> runs) {
    Map<String, Map<String, HostRecord>> settings = new LinkedHashMap<>();
    for (HostRecord run : runs) {
      settings
          .computeIfAbsent(run.setting(), setting -> new LinkedHashMap<>())
          .put(run.scheduler(), run);
    }
    return settings;
  }

  /**
   * How busy cores and devices are, and how full device memory is, over time. Source: schedGPU
   * Figures 8, 12 and 14.
   */
  static List<Picture> utilisation(String name, CsvTable table) {
    Map<ResultColumn, String> labels = new LinkedHashMap<>();
    labels.put(ResultColumn.CPU, "CPU");
    labels.put(ResultColumn.GPU, "GPU");
    labels.put(ResultColumn.GPU_MEMORY, "GPU memory");
    return ofEachRun(
        name,
        table,
        (file, run, rows) -> {
          Points points = new Points(Points.Form.LINES);
          labels.forEach(
              (column, label) -> {
                for (int row : rows) {
                  double middle =
                      (table.number(row, ResultColumn.START_S)
                              + table.number(row, ResultColumn.END_S))
                          / 2;
                  points.add(label, middle, PERCENT * table.number(row, column));
                }
              });
          NumberAxis y = Style.numbers("Utilization (%)");
          y.setRange(0, PERCENT + 2); // so that a line at the top is whole
          XYPlot plot = points.plot(Style.span("Time (s)"), y);
          String caption = "Utilization of cores, GPUs and GPU memory over time: " + run;
          return Panels.one(Style.TWO_COLUMNS, 108.5)
              .picture(file, caption, points.key(), Style.chart(plot));
        });
  }

  /**
   * For how much of the time GPUs were used how much: a bar for each run in each of eleven classes.
   * Source: schedGPU Figure 13.
   */
  static Picture gpuHistogram(String name, CsvTable table) {
    Bars bars = new Bars();
    table
        .rowsBy(ResultColumn.RUN)
        .forEach(
            (run, rows) -> {
              double[] seconds = new double[CLASSES + 1]; // at 0, above 0 to 10%, and so on
              double total = 0;
              for (int row : rows) {
                double length =
                    table.number(row, ResultColumn.END_S) - table.number(row, ResultColumn.START_S);
                seconds[(int) Math.ceil(CLASSES * table.number(row, ResultColumn.GPU) - 1e-9)] +=
                    length;
                total += length;
              }
              for (int c = 0; c <= CLASSES; c++) {
                String label = c == 0 ? "0" : (c - 1) * 10 + 1 + "-" + c * 10;
                bars.add(run, label, PERCENT * seconds[c] / total);
              }
            });
    JFreeChart chart = bars.grouped("GPU utilization (%)", "Time (%)", bars.range(), false);
    return Panels.one(Style.TWO_COLUMNS, 118.5)
        .picture(name, "Distribution of GPU utilization over time", bars.key(0), chart);
  }

  /** How busy each core is over time, a strip of 0 to 100% for each. Source: schedGPU Figure 15. */
  static List<Picture> coreUtilisation(String name, CsvTable table) {
    List<String> cores = new ArrayList<>();
    while (table.find(0, ResultColumn.CORE.heading() + cores.size()).isPresent()) {
      cores.add("core " + cores.size());
    }
    return cores.isEmpty()
        ? List.of()
        : ofEachRun(name, table, (file, run, rows) -> cores(file, run, table, rows, cores));
  }

  private static Picture cores(
      String name, String run, CsvTable table, List<Integer> rows, List<String> names) {
    Points points = new Points(Points.Form.LINES);
    for (int core = 0; core < names.size(); core++) {
      for (int row : rows) {
        double y =
            core + CORE_STRIP * (table.number(row, ResultColumn.CORE.heading() + core) - 0.5);
        points.addStep(
            names.get(core),
            table.number(row, ResultColumn.START_S),
            table.number(row, ResultColumn.END_S),
            y);
      }
    }
    NumberAxis cores = Style.rows(names);
    cores.setLabel("Utilization, 0 to 100% each");
    XYPlot plot = points.plot(Style.span("Time (s)"), cores);
    for (int core = 0; core < names.size(); core++) {
      plot.getRenderer().setSeriesPaint(core, SeriesStyle.of(0).line());
      plot.getRenderer().setSeriesStroke(core, Style.REFERENCE_SOLID);
    }
    return Panels.one(Style.TWO_COLUMNS, 40 + Math.min(CORE_ROW * names.size(), CORE_ROOM))
        .picture(name, "Utilization of each core over time: " + run, List.of(), Style.chart(plot));
  }
}
