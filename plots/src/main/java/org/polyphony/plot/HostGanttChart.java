package org.polyphony.plot;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import org.jfree.chart.annotations.XYBoxAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * What each job does over time: queued, waiting for memory, on its core, copying, on the GPU; and
 * how it ended, if it did not finish. Each stretch of time that is too short to be seen shows what
 * the job did for most of it, and a kernel within it in the lower part of its bar.
 */
final class HostGanttChart implements Chart {
  private static final double ROW = 9;
  private static final double ROOM = 576; // of all rows: a page has no more
  private static final double NAME = 7; // height of a name
  private static final int MOST_LETTERS = 44; // of a name
  private static final double MARGIN = 34;
  private static final double BAR = 0.36; // half of its height, in rows
  private static final int STRETCHES = 700;
  static final int MOST_JOBS = 200;
  private static final double PART = 1 / 3.0; // of a bar: kernels too short to be seen
  private static final int CPU = JobStretches.ACTIVITIES.indexOf("cpu");
  private static final int KERNEL = JobStretches.ACTIVITIES.indexOf("kernel");
  private static final int SHORT_KERNEL = JobStretches.ACTIVITIES.size();
  private static final List<String> LABELS =
      List.of("queued", "waits for the GPU", "CPU", "copy", "GPU", "GPU at times");
  private static final List<Color> COLORS =
      List.of(
          new Color(0xDDDDDD),
          SeriesStyle.of(6).fill(),
          SeriesStyle.of(5).fill(),
          SeriesStyle.of(3).fill(),
          SeriesStyle.of(2).fill());

  @Override
  public List<Picture> draw(String name, Results results) {
    Optional<CsvTable> ends = results.table(HostTables.JOBS);
    return HostTables.draw(
        name,
        results.table(HostTables.ACTIVITIES),
        (of, run, table, rows) ->
            Optional.of(JobRow.of(table, rows, ends, run))
                .filter(jobs -> jobs.size() <= MOST_JOBS)
                .map(jobs -> picture(of, run, table, jobs)));
  }

  private static Picture picture(String name, String run, CsvTable table, List<JobRow> jobs) {
    double end = end(table, jobs);
    double row = Math.min(ROW, ROOM / jobs.size());
    NumberAxis time = Style.span("Time (s)");
    time.setRange(0, end * 1.02); // so that a mark at the end is whole
    XYSeries outside = new XYSeries(""); // a plot without data shows no boxes either
    outside.add(0, -1);
    XYPlot plot = Lines.of(new XYSeriesCollection(outside), time, names(jobs, row), false);
    plot.setRangeGridlinesVisible(false);
    Set<Integer> shown = new TreeSet<>(); // activities
    for (int job = 0; job < jobs.size(); job++) {
      JobStretches stretches = new JobStretches(table, jobs.get(job).intervals(), end, STRETCHES);
      addBoxes(plot, job, stretches, end / STRETCHES);
      for (int s = 0; s < STRETCHES; s++) {
        shown.add(stretches.most(s));
        shown.add(stretches.hasShortKernel(s) ? SHORT_KERNEL : JobStretches.NONE);
      }
    }
    shown.remove(JobStretches.NONE);
    List<KeyTitle.Entry> key = new ArrayList<>();
    shown.forEach(activity -> key.add(entry(activity)));
    addMarks(plot, jobs, row / ROW).forEach(mark -> key.add(entry(mark)));
    return new Picture(
        name,
        "What each job does over time: " + run,
        Style.TWO_COLUMNS,
        MARGIN + Panels.keyHeight(key, Style.TWO_COLUMNS) + row * jobs.size(),
        Panels.below(key, Panels.of(Style.chart(plot, List.of()))));
  }

  private static double end(CsvTable table, List<JobRow> jobs) {
    double end = 0;
    for (JobRow job : jobs) {
      end = Math.max(end, job.endSeconds());
      for (int row : job.intervals()) {
        end = Math.max(end, table.number(row, "end_s"));
      }
    }
    return end > 0 ? end : 1; // nothing took any time
  }

  /** Returns the axis of jobs; where rows are low, not each of them has its name. */
  private static NumberAxis names(List<JobRow> jobs, double row) {
    NumberAxis axis = Style.rows(jobs.stream().map(job -> shortened(job.job())).toList());
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
  private static Set<EndMark> addMarks(XYPlot plot, List<JobRow> jobs, double size) {
    Set<EndMark> marks = EnumSet.noneOf(EndMark.class);
    for (int row = 0; row < jobs.size(); row++) {
      JobRow job = jobs.get(row);
      if (job.end().isPresent()) {
        marks.add(job.end().get());
        plot.addAnnotation(job.end().get().at(job.endSeconds(), row, Math.max(size, 0.6)));
      }
    }
    return marks;
  }

  private static KeyTitle.Entry entry(EndMark mark) {
    return new KeyTitle.Entry(
        mark.label(), (g, area) -> mark.draw(g, area.getMaxX() - 3, area.getCenterY(), 1));
  }

  private static KeyTitle.Entry entry(int activity) {
    return new KeyTitle.Entry(
        LABELS.get(activity),
        (g, area) -> {
          g.setColor(COLORS.get(activity == SHORT_KERNEL ? CPU : activity));
          g.fill(area);
          if (activity == SHORT_KERNEL) {
            double top = area.getMaxY() - PART * area.getHeight();
            g.setColor(COLORS.get(KERNEL));
            g.fill(
                new Rectangle2D.Double(area.getX(), top, area.getWidth(), PART * area.getHeight()));
          }
        });
  }

  /** Draws what a job did: a box for each run of stretches in which it was the same. */
  private static void addBoxes(XYPlot plot, int job, JobStretches stretches, double length) {
    double[] all = {job - BAR, job + BAR}; // the axis points down
    double[] lower = {job + BAR * (1 - 2 * PART), job + BAR};
    addBoxes(plot, all, stretches.count(), length, stretches::most);
    addBoxes(
        plot,
        lower,
        stretches.count(),
        length,
        s -> stretches.hasShortKernel(s) ? KERNEL : JobStretches.NONE);
  }

  private static void addBoxes(
      XYPlot plot, double[] rows, int count, double length, IntUnaryOperator activity) {
    int start = 0;
    for (int s = 1; s <= count; s++) {
      int last = activity.applyAsInt(start);
      if (s == count || activity.applyAsInt(s) != last) {
        if (last != JobStretches.NONE) {
          plot.addAnnotation(
              new XYBoxAnnotation(
                  start * length, rows[1], s * length, rows[0], null, null, COLORS.get(last)));
        }
        start = s;
      }
    }
  }
}
