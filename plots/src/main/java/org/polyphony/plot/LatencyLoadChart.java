package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.Range;
import org.polyphony.results.Baseline;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;

/**
 * Median and 95th percentile of the latency of requests by the load that a sweep offers, a line for
 * each policy and other setting; in a sweep of one load, by the numbers that it varies instead.
 */
final class LatencyLoadChart {
  private static final Pattern LOAD =
      Pattern.compile("workloads\\[(\\d+)]\\.arrivals(\\.every|\\.poisson)?");
  private static final Pattern TIME = Pattern.compile("([0-9.]+) ?(ns|us|ms|s)");
  private static final Map<String, Double> MICROS =
      Map.of("ns", 1e-3, "us", 1.0, "ms", 1e3, "s", 1e6);
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double THOUSAND = 1e3;
  private static final double STEP = 0.004; // from one line to the next, of the axis

  private final Results results;
  private final int workload; // index in config order
  private final List<RunRecord> runs; // with requests to it that have ended

  private LatencyLoadChart(Results results, int workload) {
    this.results = results;
    this.workload = workload;
    runs = results.runs().stream().filter(run -> Double.isFinite(latency(run, "p50"))).toList();
  }

  /** Returns a picture of each workload with requests, and of each load or other number. */
  static List<Picture> pictures(String name, Results results) {
    if (!results.isSweep()) {
      return List.of();
    }
    List<Picture> pictures = new ArrayList<>();
    int most = results.runs().stream().mapToInt(run -> run.names().size()).max().orElse(0);
    for (int workload = 0; workload < most; workload++) {
      new LatencyLoadChart(results, workload).addPictures(name, pictures);
    }
    return pictures;
  }

  private void addPictures(String name, List<Picture> pictures) {
    List<SensitivityChart.Swept> axes = new ArrayList<>();
    for (String path : SensitivityChart.paths(runs)) {
      Matcher load = LOAD.matcher(path);
      if (load.matches() && Integer.parseInt(load.group(1)) == workload) {
        axes.add(load(path));
      }
    }
    boolean isOfLoad = !axes.isEmpty();
    if (!isOfLoad) {
      SensitivityChart.paths(runs)
          .forEach(path -> axes.add(SensitivityChart.Swept.of(path, results.view().names())));
    }
    for (SensitivityChart.Swept axis : axes) {
      SensitivityChart chart = new SensitivityChart(axis, runs, results.view().nonShared());
      if (chart.hasLine()) {
        String suffix = isOfLoad ? "" : "-" + PairCharts.fileName(axis.path());
        String number = pictures.isEmpty() || !isOfLoad ? "" : "-" + workload;
        pictures.add(picture(name + suffix + number, chart));
      }
    }
  }

  private Picture picture(String name, SensitivityChart chart) {
    Points median = chart.points(runs, run -> latency(run, "p50"), STEP);
    Points tail = chart.points(runs, run -> latency(run, "p95"), STEP);
    Range both = Range.combine(median.extent(), tail.extent());
    double deadline = micros(base("deadline"));
    boolean showsDeadline = deadline >= both.getLowerBound() && deadline <= both.getUpperBound();
    List<XYPlot> plots =
        List.of(
            chart.plot(median, Scale.latencies("p50 latency (us)" + Baseline.LOWER, both)),
            chart.plot(tail, Scale.latencies("p95 latency (us)" + Baseline.LOWER, both)));
    List<Key.Entry> key = chart.key(median);
    if (showsDeadline) {
      plots.forEach(plot -> Points.addLevel(plot, deadline));
      String words = "deadline: " + DisplayNames.plain(deadline) + " us";
      key.add(Key.Entry.line(words, Style.REFERENCE));
    }
    String of = runs.get(0).names().get(workload);
    return chart.beside(name, "Latency of requests to " + of, key, plots);
  }

  /** Returns what all runs share of the workload. */
  private JsonNode base(String key) {
    return results
        .json(ResultFile.CONFIG)
        .map(config -> config.at("/base/workloads/" + workload + "/" + key))
        .orElse(MissingNode.getInstance());
  }

  private double latency(RunRecord run, String percentile) {
    return run.number("/benchmarks/" + workload + "/requests/" + percentile + "Micros");
  }

  /** Returns the load that an axis offers, in requests or thousand requests per second. */
  private SensitivityChart.Swept load(String path) {
    ToDoubleFunction<RunRecord> perSecond =
        run -> perSecond(path, run.summary().path("axes").path(path));
    boolean isLarge = runs.stream().mapToDouble(perSecond).allMatch(load -> load >= THOUSAND);
    double unit = isLarge ? THOUSAND : 1;
    return new SensitivityChart.Swept(
        path,
        () -> "Offered load (" + (isLarge ? "thousand " : "") + "requests/s)",
        run -> perSecond.applyAsDouble(run) / unit,
        DisplayNames::plain);
  }

  private double perSecond(String path, JsonNode value) {
    ObjectNode arrivals = JsonNodeFactory.instance.objectNode();
    if (path.endsWith("arrivals")) {
      return value.isObject() ? perSecond(value) : Double.NaN;
    }
    arrivals.set("per", base("arrivals").path("per"));
    return perSecond(arrivals.set(path.substring(path.lastIndexOf('.') + 1), value));
  }

  private static double perSecond(JsonNode arrivals) {
    if (arrivals.has("every")) {
      return MICROS_PER_SECOND / micros(arrivals.path("every"));
    }
    double perUnit = MICROS.getOrDefault(arrivals.path("per").asText(), MICROS_PER_SECOND);
    return RunRecord.number(arrivals.path("poisson")) * MICROS_PER_SECOND / perUnit;
  }

  /** Returns a time that is a number of microseconds, or has its unit; else not a number. */
  private static double micros(JsonNode time) {
    Matcher written = TIME.matcher(time.asText());
    return written.matches()
        ? Double.parseDouble(written.group(1)) * MICROS.get(written.group(2))
        : RunRecord.number(time);
  }
}
