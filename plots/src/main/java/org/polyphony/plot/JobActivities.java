package org.polyphony.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  /** What a job does, as {@code activities.csv} has it. */
  static final List<String> ACTIVITIES = List.of("queued", "waiting", "cpu", "copy", "kernel");

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
  private static final List<String> COLOURS =
      List.of(
          "#DDDDDD",
          Boxes.colour(6),
          Boxes.colour(5),
          Boxes.colour(3),
          Boxes.colour(2),
          Boxes.colour(2));

  private final CsvTable activities;
  private final List<Job> jobs;
  private final double end;
  private final Row shared;
  private final List<Row> rows = new ArrayList<>();

  private JobActivities(CsvTable activities, String run, List<Job> jobs) {
    this.activities = activities;
    this.jobs = jobs;
    end = end(activities, jobs);
    shared = Row.of(Map.of("run", run, "end", BEYOND * end));
  }

  /** Returns a row for each box, by activity, and for each mark, of runs that fit a page. */
  static List<Row> rows(Results results) {
    List<Row> all = new ArrayList<>();
    results
        .table(ResultFile.ACTIVITIES)
        .ifPresent(
            table ->
                table
                    .rowsBy(ResultColumn.RUN)
                    .forEach(
                        (run, rows) -> {
                          List<Job> jobs = jobs(table, rows, results.table(ResultFile.JOBS), run);
                          if (jobs.size() <= MOST_JOBS) {
                            all.addAll(new JobActivities(table, run, jobs).rows());
                          }
                        }));
    return all;
  }

  private List<Row> rows() {
    for (int job = 0; job < jobs.size(); job++) {
      Stretches stretches = Stretches.of(activities, jobs.get(job).intervals(), end, STRETCHES);
      add(job, -BAR, s -> stretches.most[s]);
      add(job, BAR * (1 - 2 * Boxes.PART), s -> stretches.hasShortKernel[s] ? SHORT_KERNEL : NONE);
    }
    rows.sort(Comparator.comparingDouble(row -> row.number("order")));
    List<Row> sorted = new ArrayList<>();
    jobs.forEach(job -> sorted.add(shared.with(Map.of("row", job.id)))); // their order
    sorted.addAll(rows);
    for (Job job : jobs) {
      job.end.ifPresent(
          mark ->
              sorted.add(
                  shared.with(
                      Map.of("row", job.id, "to", job.endSeconds, "mark", mark.outcome()))));
    }
    return sorted;
  }

  /** Adds a box for each run of stretches in which a job did the same; the axis points down. */
  private void add(int job, double top, IntUnaryOperator activity) {
    double length = end / STRETCHES;
    int start = 0;
    for (int s = 1; s <= STRETCHES; s++) {
      int last = activity.applyAsInt(start);
      if (s == STRETCHES || activity.applyAsInt(s) != last) {
        if (last != NONE) {
          Row box =
              shared
                  .with(Map.of("row", jobs.get(job).id, "top", job + top, "bottom", job + BAR))
                  .with(Map.of("from", start * length, "to", s * length))
                  .with(Map.of("order", last, "activity", LABELS.get(last)))
                  .with(Map.of("colour", COLOURS.get(last)));
          rows.add(last == SHORT_KERNEL ? box.with(Map.of("behind", COLOURS.get(CPU))) : box);
        }
        start = s;
      }
    }
  }

  /**
   * A row of the chart.
   *
   * @param intervals rows of {@code activities.csv}; none of a job that ended at once
   * @param end how it ended; empty when it finished
   * @param endSeconds when; of one that did not end, when it was last seen
   */
  record Job(String id, List<Integer> intervals, Optional<EndMark> end, double endSeconds) {
    private static Job idle(String id) {
      return new Job(id, new ArrayList<>(), Optional.empty(), 0);
    }

    private Job ended(CsvTable jobs, int row, CsvTable activities) {
      double end = jobs.time(row, ResultColumn.END_S);
      if (Double.isNaN(end)) {
        end = jobs.time(row, ResultColumn.ARRIVAL_S);
        for (int interval : intervals) {
          end = Math.max(end, activities.time(interval, ResultColumn.END_S));
        }
      }
      return new Job(id, intervals, EndMark.of(jobs.text(row, ResultColumn.OUTCOME)), end);
    }
  }

  /**
   * Returns the jobs of a run, in the order of their ids, numbers by their value.
   *
   * @param ends how they ended; without it, nothing is said of that
   */
  static List<Job> jobs(
      CsvTable activities, List<Integer> rows, Optional<CsvTable> ends, String run) {
    Map<String, Job> byId = new TreeMap<>(JobActivities::byNumber);
    for (int row : rows) {
      byId.computeIfAbsent(activities.text(row, ResultColumn.JOB), Job::idle).intervals.add(row);
    }
    if (ends.isPresent()) {
      for (int row : ends.get().rowsBy(ResultColumn.RUN).getOrDefault(run, List.of())) {
        byId.compute(
            ends.get().text(row, ResultColumn.JOB),
            (id, job) -> (job == null ? Job.idle(id) : job).ended(ends.get(), row, activities));
      }
    }
    return List.copyOf(byId.values());
  }

  /** ARA-2 comes before ARA-10. */
  private static int byNumber(String one, String other) {
    String a = one.replaceAll("\\d+$", "");
    String b = other.replaceAll("\\d+$", "");
    int byLength = Integer.compare(one.length(), other.length());
    return !a.equals(b) ? a.compareTo(b) : byLength != 0 ? byLength : one.compareTo(other);
  }

  /**
   * What a job did, by stretches of time of equal length that are as short as can be seen.
   *
   * @param most for most of each stretch: an index of {@link #ACTIVITIES}, -1 for nothing
   * @param hasShortKernel whether a kernel that {@code most} does not show is within it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Stretches(int[] most, boolean[] hasShortKernel) {
    /** Reads rows of {@code activities.csv}; the stretches end at a time in seconds. */
    static Stretches of(CsvTable table, List<Integer> rows, double end, int count) {
      double length = end / count;
      double[][] time = new double[count][ACTIVITIES.size()];
      Stretches stretches = new Stretches(new int[count], new boolean[count]);
      for (int row : rows) {
        int activity = ACTIVITIES.indexOf(table.text(row, ResultColumn.ACTIVITY));
        double from = table.time(row, ResultColumn.START_S);
        double to = table.time(row, ResultColumn.END_S, from);
        int first = (int) (from / length);
        for (int s = first; activity >= 0 && s < count && s * length < to; s++) {
          time[s][activity] += Math.min(to, (s + 1) * length) - Math.max(from, s * length);
        }
        if (activity == KERNEL && first < count && to <= (first + 1) * length) {
          stretches.hasShortKernel[first] = true;
        }
      }
      for (int s = 0; s < count; s++) {
        stretches.most[s] = longest(time[s]);
        stretches.hasShortKernel[s] &= stretches.most[s] != KERNEL;
      }
      return stretches;
    }

    private static int longest(double[] time) {
      int longest = NONE;
      for (int a = 0; a < time.length; a++) {
        boolean isMore = time[a] > 0 && (longest == NONE || time[a] > time[longest]);
        longest = isMore ? a : longest;
      }
      return longest;
    }
  }

  private static double end(CsvTable table, List<Job> jobs) {
    double end = 0;
    for (Job job : jobs) {
      end = Math.max(end, job.endSeconds());
      for (int row : job.intervals()) {
        end = Math.max(end, table.time(row, ResultColumn.END_S));
      }
    }
    return end > 0 ? end : 1; // nothing took any time
  }
}
