package org.polyphony.plot;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jfree.chart.annotations.XYBoxAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * What each job does over time: queued, waiting for memory, on its core, copying, on the GPU. Each
 * stretch of time that is too short to be seen shows what the job did for most of it.
 */
final class HostGanttChart implements Chart {
  private static final double ROW = 9;
  private static final double MARGIN = 46;
  private static final double BAR = 0.36; // half of its height, in rows
  private static final int STRETCHES = 700;
  private static final int MOST_JOBS = 64;
  private static final List<String> ACTIVITIES =
      List.of("queued", "waiting", "cpu", "copy", "kernel");
  private static final List<String> LABELS =
      List.of("queued", "waits for the GPU", "CPU", "copy", "GPU");
  private static final List<Color> COLORS =
      List.of(
          new Color(0xDDDDDD),
          SeriesStyle.of(6).fill(),
          SeriesStyle.of(5).fill(),
          SeriesStyle.of(3).fill(),
          SeriesStyle.of(2).fill());

  @Override
  public String name() {
    return "host-gantt";
  }

  @Override
  public String about() {
    return "what each job does over time: waits, computes, uses the GPU";
  }

  @Override
  public String needs() {
    return HostRuns.ACTIVITIES + HostRuns.NEEDS + " with up to " + MOST_JOBS + " jobs";
  }

  @Override
  public List<Picture> draw(Results results) {
    Optional<CsvTable> table = results.table(HostRuns.ACTIVITIES);
    List<Picture> pictures = new ArrayList<>();
    if (table.isPresent()) {
      Map<String, List<Integer>> runs = HostRuns.rows(table.get());
      for (Map.Entry<String, List<Integer>> run : runs.entrySet()) {
        Map<String, List<Integer>> jobs = jobs(table.get(), run.getValue());
        if (jobs.size() <= MOST_JOBS) {
          pictures.add(
              picture(HostRuns.name(name(), run.getKey(), runs), run.getKey(), table.get(), jobs));
        }
      }
    }
    return pictures;
  }

  private static Map<String, List<Integer>> jobs(CsvTable table, List<Integer> rows) {
    Map<String, List<Integer>> jobs = new TreeMap<>(HostGanttChart::byNumber);
    for (int row : rows) {
      jobs.computeIfAbsent(table.text(row, "job"), job -> new ArrayList<>()).add(row);
    }
    return new LinkedHashMap<>(jobs);
  }

  /** ARA-2 comes before ARA-10. */
  private static int byNumber(String one, String other) {
    String a = one.replaceAll("\\d+$", "");
    String b = other.replaceAll("\\d+$", "");
    int byLength = Integer.compare(one.length(), other.length());
    return !a.equals(b) ? a.compareTo(b) : byLength != 0 ? byLength : one.compareTo(other);
  }

  private static Picture picture(
      String name, String run, CsvTable table, Map<String, List<Integer>> jobs) {
    double end = 0;
    for (List<Integer> rows : jobs.values()) {
      for (int row : rows) {
        end = Math.max(end, table.number(row, "end_s"));
      }
    }
    NumberAxis time = HostUtilisationChart.time();
    time.setRange(0, end * 1.01);
    List<String> names = new ArrayList<>(jobs.keySet());
    NumberAxis y = Style.rows(names);
    y.setInverted(true);
    XYSeries outside = new XYSeries(""); // a plot without data shows no boxes either
    outside.add(0, -1);
    XYPlot plot = Lines.of(new XYSeriesCollection(outside), time, y, false);
    plot.setRangeGridlinesVisible(false);
    Set<Integer> shown = new TreeSet<>(); // activities
    for (int job = 0; job < names.size(); job++) {
      int[] stretches = stretches(table, jobs.get(names.get(job)), end);
      addBoxes(plot, job, stretches, end / STRETCHES);
      Arrays.stream(stretches).filter(activity -> activity >= 0).forEach(shown::add);
    }
    return new Picture(
        name,
        "What each job does over time: " + run,
        Style.TWO_COLUMNS,
        MARGIN + ROW * names.size(),
        Panels.of(Style.chart(plot, shown.stream().map(HostGanttChart::entry).toList())));
  }

  private static KeyTitle.Entry entry(int activity) {
    return new KeyTitle.Entry(
        LABELS.get(activity),
        (g, area) -> {
          g.setColor(COLORS.get(activity));
          g.fill(area);
        });
  }

  /** Returns what the job did for most of each stretch of time: an index, -1 for nothing. */
  private static int[] stretches(CsvTable table, List<Integer> rows, double end) {
    double[][] time = new double[STRETCHES][ACTIVITIES.size()];
    double length = end / STRETCHES;
    for (int row : rows) {
      int activity = ACTIVITIES.indexOf(table.text(row, "activity"));
      double from = table.number(row, "start_s");
      double to = table.number(row, "end_s");
      for (int s = (int) (from / length); activity >= 0 && s < STRETCHES && s * length < to; s++) {
        time[s][activity] += Math.min(to, (s + 1) * length) - Math.max(from, s * length);
      }
    }
    int[] most = new int[STRETCHES];
    for (int s = 0; s < STRETCHES; s++) {
      most[s] = -1;
      for (int a = 0; a < ACTIVITIES.size(); a++) {
        boolean isMore = time[s][a] > 0 && (most[s] < 0 || time[s][a] > time[s][most[s]]);
        most[s] = isMore ? a : most[s];
      }
    }
    return most;
  }

  private static void addBoxes(XYPlot plot, int job, int[] stretches, double length) {
    int start = 0;
    for (int s = 1; s <= stretches.length; s++) {
      if (s == stretches.length || stretches[s] != stretches[start]) {
        if (stretches[start] >= 0) {
          plot.addAnnotation(
              new XYBoxAnnotation(
                  start * length,
                  job + BAR, // the axis points down
                  s * length,
                  job - BAR,
                  null,
                  null,
                  COLORS.get(stretches[start])));
        }
        start = s;
      }
    }
  }
}
