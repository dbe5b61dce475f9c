package org.polyphony.plot;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import org.jfree.chart.annotations.XYBoxAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.XYPlot;
import org.polyphony.results.CsvTable;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;

/**
 * What each job does over time: queued, waiting for memory, on its core, copying, on the GPU; and
 * how it ended, if it did not finish. Each stretch of time that is too short to be seen shows what
 * the job did for most of it, and a kernel within it in the lower part of its bar.
 */
final class HostGantt {
  /** What a job does, as {@code activities.csv} has it. */
  static final List<String> ACTIVITIES = List.of("queued", "waiting", "cpu", "copy", "kernel");

  static final int MOST_JOBS = 200;
  private static final double ROW = 9;
  private static final double ROOM = 576; // of all rows: a page has no more
  private static final double NAME = 7; // height of a name
  private static final int MOST_LETTERS = 44; // of a name
  private static final double MARGIN = 34;
  private static final double BAR = 0.36; // half of its height, in rows
  private static final int STRETCHES = 700;
  private static final double PART = 1 / 3.0; // of a bar: kernels too short to be seen
  private static final int NONE = -1;
  private static final int CPU = ACTIVITIES.indexOf("cpu");
  private static final int KERNEL = ACTIVITIES.indexOf("kernel");
  private static final int SHORT_KERNEL = ACTIVITIES.size();
  private static final List<String> LABELS =
      List.of("queued", "waits for the GPU", "CPU", "copy", "GPU", "intermittent GPU use");
  private static final List<Color> COLORS =
      List.of(
          new Color(0xDDDDDD),
          SeriesStyle.of(6).fill(),
          SeriesStyle.of(5).fill(),
          SeriesStyle.of(3).fill(),
          SeriesStyle.of(2).fill());

  private HostGantt() {}

  static List<Picture> pictures(String name, Results results) {
    Optional<CsvTable> activities = results.table(ResultFile.ACTIVITIES);
    List<Picture> pictures = new ArrayList<>();
    activities.ifPresent(
        table -> {
          Map<String, List<Integer>> runs = table.rowsBy(ResultColumn.RUN);
          runs.forEach(
              (run, rows) -> {
                List<Job> jobs = jobs(table, rows, results.table(ResultFile.JOBS), run);
                if (jobs.size() <= MOST_JOBS) {
                  pictures.add(
                      picture(runs.size() > 1 ? name + "-" + run : name, run, table, jobs));
                }
              });
        });
    return pictures;
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
    Map<String, Job> byId = new TreeMap<>(HostGantt::byNumber);
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

  private static Picture picture(String name, String run, CsvTable table, List<Job> jobs) {
    double end = end(table, jobs);
    double row = Math.min(ROW, ROOM / jobs.size());
    NumberAxis time = Style.span("Time (s)");
    time.setRange(0, end * 1.02); // so that a mark at the end is whole
    Points outside = new Points(Entry.Form.LINES); // a plot without data shows no boxes either
    outside.add("", 0, -1);
    XYPlot plot = outside.plot(time, names(jobs, row));
    plot.setRangeGridlinesVisible(false);
    Set<Integer> shown = new TreeSet<>(); // activities
    for (int job = 0; job < jobs.size(); job++) {
      Stretches stretches = Stretches.of(table, jobs.get(job).intervals(), end, STRETCHES);
      addBoxes(plot, job, stretches, end / STRETCHES);
      for (int s = 0; s < STRETCHES; s++) {
        shown.add(stretches.most[s]);
        shown.add(stretches.hasShortKernel[s] ? SHORT_KERNEL : NONE);
      }
    }
    shown.remove(NONE);
    List<Legend.Entry> legend = new ArrayList<>();
    shown.forEach(activity -> legend.add(entry(activity)));
    addMarks(plot, jobs, row / ROW).forEach(mark -> legend.add(mark.entry()));
    return Panels.one(Style.TWO_COLUMNS, MARGIN + row * jobs.size())
        .picture(name, "Activity of each job over time: " + run, legend, Style.chart(plot));
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

  /** Returns the axis of jobs; where rows are low, not each of them has its name. */
  private static NumberAxis names(List<Job> jobs, double row) {
    NumberAxis axis = Style.rows(jobs.stream().map(job -> shortened(job.id())).toList());
    axis.setInverted(true);
    axis.setTickUnit(new NumberTickUnit(Math.ceil(NAME / row)));
    return axis;
  }

  private static String shortened(String name) {
    String line = name.replaceAll("\\s+", " ");
    int half = MOST_LETTERS / 2;
    return line.length() <= MOST_LETTERS
        ? line
        : line.substring(0, half) + "\u2026" + line.substring(line.length() - half);
  }

  /** Marks the ends of jobs that did not finish, each in its row; returns the marks used. */
  private static Set<EndMark> addMarks(XYPlot plot, List<Job> jobs, double size) {
    Set<EndMark> marks = EnumSet.noneOf(EndMark.class);
    for (int row = 0; row < jobs.size(); row++) {
      Job job = jobs.get(row);
      if (job.end().isPresent()) {
        marks.add(job.end().get());
        plot.addAnnotation(job.end().get().at(job.endSeconds(), row, Math.max(size, 0.6)));
      }
    }
    return marks;
  }

  private static Legend.Entry entry(int activity) {
    return new Legend.Entry(
        LABELS.get(activity),
        (g, area) -> {
          g.setColor(COLORS.get(activity == SHORT_KERNEL ? CPU : activity));
          g.fill(area);
          if (activity == SHORT_KERNEL) {
            double height = PART * area.getHeight();
            g.setColor(COLORS.get(KERNEL));
            g.fill(
                new Rectangle2D.Double(
                    area.getX(), area.getMaxY() - height, area.getWidth(), height));
          }
        });
  }

  /** Draws what a job did: a box for each run of stretches in which it was the same. */
  private static void addBoxes(XYPlot plot, int job, Stretches stretches, double length) {
    double[] all = {job - BAR, job + BAR}; // the axis points down
    double[] lower = {job + BAR * (1 - 2 * PART), job + BAR};
    addBoxes(plot, all, length, s -> stretches.most[s]);
    addBoxes(plot, lower, length, s -> stretches.hasShortKernel[s] ? KERNEL : NONE);
  }

  private static void addBoxes(
      XYPlot plot, double[] rows, double length, IntUnaryOperator activity) {
    int start = 0;
    for (int s = 1; s <= STRETCHES; s++) {
      int last = activity.applyAsInt(start);
      if (s == STRETCHES || activity.applyAsInt(s) != last) {
        if (last != NONE) {
          plot.addAnnotation(
              new XYBoxAnnotation(
                  start * length, rows[1], s * length, rows[0], null, null, COLORS.get(last)));
        }
        start = s;
      }
    }
  }
}
