package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a Gantt chart shows of a job.
 *
 * @param job its id
 * @param intervals rows of {@code activities.csv}; none of a job that ended at once
 * @param end how it ended; empty when it finished
 * @param endSeconds when; of one that did not end, when it was last seen
 */
record JobRow(String job, List<Integer> intervals, Optional<EndMark> end, double endSeconds) {
  /**
   * Returns the jobs of a run, in the order of their ids, numbers by their value.
   *
   * @param activities what they did
   * @param rows those of the run
   * @param jobs how they ended; without it, nothing is said of that
   * @param run its id
   */
  static List<JobRow> of(
      CsvTable activities, List<Integer> rows, Optional<CsvTable> jobs, String run) {
    Map<String, JobRow> byId = new TreeMap<>(JobRow::byNumber);
    for (int row : rows) {
      String job = activities.text(row, "job");
      byId.computeIfAbsent(job, JobRow::idle).intervals.add(row);
    }
    if (jobs.isPresent()) {
      for (int row : jobs.get().rowsBy("run").getOrDefault(run, List.of())) {
        byId.compute(
            jobs.get().text(row, "job"),
            (job, known) -> (known == null ? idle(job) : known).ended(jobs.get(), row, activities));
      }
    }
    return List.copyOf(byId.values());
  }

  private static JobRow idle(String job) {
    return new JobRow(job, new ArrayList<>(), Optional.empty(), 0);
  }

  private JobRow ended(CsvTable jobs, int row, CsvTable activities) {
    double end = jobs.number(row, "end_s");
    if (Double.isNaN(end)) {
      end = jobs.number(row, "arrival_s");
      for (int interval : intervals) {
        end = Math.max(end, activities.number(interval, "end_s"));
      }
    }
    return new JobRow(job, intervals, EndMark.of(jobs.text(row, "outcome")), end);
  }

  /** ARA-2 comes before ARA-10. */
  private static int byNumber(String one, String other) {
    String a = one.replaceAll("\\d+$", "");
    String b = other.replaceAll("\\d+$", "");
    int byLength = Integer.compare(one.length(), other.length());
    return !a.equals(b) ? a.compareTo(b) : byLength != 0 ? byLength : one.compareTo(other);
  }
}
