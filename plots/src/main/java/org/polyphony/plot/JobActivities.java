package org.polyphony.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.polyphony.results.CsvTable;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;

/**
 * What each job does over time: queued, waiting for memory, on its core, copying, on the GPU; and
 * how it ended, if it did not finish. Each stretch of time that is too short to be seen shows what
 * the job did for most of it, and a kernel within it in the lower part of its bar.
 */
final class JobActivities {
  private static final List<String> ACTIVITIES =
      List.of("queued", "waiting", "cpu", "copy", "kernel");
  private static final int MOST_JOBS = 200;
  private static final double BAR = 0.36; // half of its height, in rows
  private static final int STRETCHES = 700;
  private static final double BEYOND = 1.02; // so that a mark at the end is whole
  private static final int NONE = -1;
  private static final int CPU = ACTIVITIES.indexOf("cpu");
  private static final int KERNEL = ACTIVITIES.indexOf("kernel");
  private static final int SHORT_KERNEL = ACTIVITIES.size();
  private static final List<String> LABELS =
      List.of("queued", "waits for the GPU", "CPU", "copy", "GPU", "intermittent GPU use");
  private static final int[] STYLES = {Boxes.GREY, 6, 5, 3, 2, 2};

  /** Jobs whose names differ in their last number are in the order of that. */
  private static final Comparator<String> BY_NUMBER =
      Comparator.comparing((String id) -> id.replaceAll("\\d+$", ""))
          .thenComparing(String::length)
          .thenComparing(Comparator.naturalOrder());

  private final CsvTable activities;
  private final double end; // in seconds
  private final Row shared;
  private final List<Row> boxes = new ArrayList<>();

  /**
   * A job.
   *
   * @param intervals rows of {@code activities.csv}; none of a job that ended at once
   * @param end in seconds; of one that did not end, when it was last seen
   */
  private record Job(String id, List<Integer> intervals, double end, String outcome) {}

  private JobActivities(CsvTable activities, String run, double end) {
    this.activities = activities;
    this.end = end;
    shared = Row.of(Map.of("run", run, "end", BEYOND * end));
  }

  /** Returns a row for each job with its mark, then for each box, of runs that fit a page. */
  static List<Row> rows(Results results) {
    List<Row> rows = new ArrayList<>();
    results
        .table(ResultFile.ACTIVITIES)
        .ifPresent(
            activities ->
                activities
                    .rowsBy(ResultColumn.RUN)
                    .forEach(
                        (run, of) -> {
                          List<Job> jobs = jobs(results, activities, run, of);
                          if (jobs.size() <= MOST_JOBS) {
                            double end = jobs.stream().mapToDouble(Job::end).max().orElse(0);
                            rows.addAll(
                                new JobActivities(activities, run, end > 0 ? end : 1).rows(jobs));
                          }
                        }));
    return rows;
  }

  private static List<Job> jobs(
      Results results, CsvTable activities, String run, List<Integer> intervals) {
    Map<String, Job> jobs = new TreeMap<>(BY_NUMBER);
    for (int row : intervals) {
      String id = activities.text(row, ResultColumn.JOB);
      Job job = jobs.getOrDefault(id, new Job(id, new ArrayList<>(), 0, ""));
      job.intervals.add(row);
      double end = Math.max(job.end, activities.time(row, ResultColumn.END_S));
      jobs.put(id, new Job(id, job.intervals, end, ""));
    }
    results
        .table(ResultFile.JOBS)
        .ifPresent(
            ends -> {
              for (int row : ends.rowsBy(ResultColumn.RUN).getOrDefault(run, List.of())) {
                String id = ends.text(row, ResultColumn.JOB);
                Job job = jobs.getOrDefault(id, new Job(id, List.of(), 0, ""));
                double end = ends.time(row, ResultColumn.END_S);
                end = Double.isNaN(end) ? ends.time(row, ResultColumn.ARRIVAL_S) : end;
                String outcome = ends.text(row, ResultColumn.OUTCOME);
                jobs.put(id, new Job(id, job.intervals, Math.max(job.end, end), outcome));
              }
            });
    return List.copyOf(jobs.values());
  }

  private List<Row> rows(List<Job> jobs) {
    List<Row> rows = new ArrayList<>();
    for (Job job : jobs) {
      addBoxes(rows.size(), job);
      rows.add(shared.with(Map.of("row", job.id, "to", job.end, "mark", job.outcome)));
    }
    rows.addAll(boxes);
    return rows;
  }

  private void addBoxes(int place, Job job) {
    double length = end / STRETCHES;
    double[][] time = new double[STRETCHES][ACTIVITIES.size()];
    boolean[] hasKernel = new boolean[STRETCHES]; // one that is not longer
    for (int row : job.intervals) {
      int activity = ACTIVITIES.indexOf(activities.text(row, ResultColumn.ACTIVITY));
      double from = activities.time(row, ResultColumn.START_S);
      double to = activities.time(row, ResultColumn.END_S, from);
      int first = (int) (from / length);
      for (int s = first; activity >= 0 && s < STRETCHES && s * length < to; s++) {
        time[s][activity] += Math.min(to, (s + 1) * length) - Math.max(from, s * length);
      }
      if (activity == KERNEL && first < STRETCHES && to <= (first + 1) * length) {
        hasKernel[first] = true;
      }
    }
    int[] most = Arrays.stream(time).mapToInt(JobActivities::longest).toArray();
    addBoxes(place, -BAR, job, s -> most[s]);
    double lower = BAR * (1 - 2 * Boxes.PART);
    addBoxes(place, lower, job, s -> hasKernel[s] && most[s] != KERNEL ? SHORT_KERNEL : NONE);
  }

  private static int longest(double[] time) {
    int longest = NONE;
    for (int a = 0; a < time.length; a++) {
      boolean isMore = time[a] > 0 && (longest == NONE || time[a] > time[longest]);
      longest = isMore ? a : longest;
    }
    return longest;
  }

  /** Adds a box for each run of stretches in which a job did the same; the axis points down. */
  private void addBoxes(int place, double top, Job job, IntUnaryOperator activity) {
    double length = end / STRETCHES;
    int start = 0;
    for (int s = 1; s <= STRETCHES; s++) {
      int last = activity.applyAsInt(start);
      if (s == STRETCHES || activity.applyAsInt(s) != last) {
        if (last != NONE) {
          Row box =
              shared
                  .with(Map.of("row", job.id, "top", place + top, "bottom", place + BAR))
                  .with(Map.of("from", start * length, "to", s * length))
                  .with(Map.of("order", last, "activity", LABELS.get(last), "style", STYLES[last]));
          boxes.add(last == SHORT_KERNEL ? box.with(Map.of("behind", STYLES[CPU])) : box);
        }
        start = s;
      }
    }
  }
}
