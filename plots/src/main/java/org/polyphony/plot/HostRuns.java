package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables of host experiments, split by run. */
final class HostRuns {
  /** Utilisation over windows of time. */
  static final String UTILISATION = "utilisation.csv";

  /** What each job did when. */
  static final String ACTIVITIES = "activities.csv";

  /** How each job ended. */
  static final String JOBS = "jobs.csv";

  /** How the host experiment's tables are called in words. */
  static final String NEEDS = " of a host experiment";

  private HostRuns() {}

  /** Returns the rows of each run, in the order of the table. */
  static Map<String, List<Integer>> rows(CsvTable table) {
    Map<String, List<Integer>> runs = new LinkedHashMap<>();
    for (int row = 0; row < table.rows(); row++) {
      runs.computeIfAbsent(table.text(row, "run"), run -> new ArrayList<>()).add(row);
    }
    return runs;
  }

  /** Returns the name of a run's picture: the chart's, and the run's when there are several. */
  static String name(String chart, String run, Map<String, ?> runs) {
    return runs.size() > 1 ? chart + "-" + run : chart;
  }
}
