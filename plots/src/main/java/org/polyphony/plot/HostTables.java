package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables of host experiments, split by run. */
final class HostTables {
  /** Utilisation over windows of time. */
  static final String UTILISATION = "utilisation.csv";

  /** What each job did when. */
  static final String ACTIVITIES = "activities.csv";

  /** How each job ended. */
  static final String JOBS = "jobs.csv";

  private HostTables() {}

  /** Draws the rows of one run of a table. */
  @FunctionalInterface
  interface RunChart {
    Optional<Picture> picture(String name, String run, CsvTable table, List<Integer> rows);
  }

  /** Returns the rows of each run, in the order of the table. */
  static Map<String, List<Integer>> rows(CsvTable table) {
    Map<String, List<Integer>> runs = new LinkedHashMap<>();
    for (int row = 0; row < table.rows(); row++) {
      runs.computeIfAbsent(table.name(row, "run"), run -> new ArrayList<>()).add(row);
    }
    return runs;
  }

  /** Returns a picture of each run, which has the chart's name, and the run's if there are more. */
  static List<Picture> draw(String chart, Optional<CsvTable> found, RunChart drawing) {
    List<Picture> pictures = new ArrayList<>();
    found.ifPresent(
        table -> {
          Map<String, List<Integer>> runs = rows(table);
          runs.forEach(
              (run, rows) -> {
                String name = runs.size() > 1 ? chart + "-" + run : chart;
                drawing.picture(name, run, table, rows).ifPresent(pictures::add);
              });
        });
    return pictures;
  }
}
