package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.config.SearchConfig;
import org.polyphony.config.Seeds;
import org.polyphony.config.SweepFile;
import org.polyphony.config.WorkloadConfig;
import org.polyphony.input.NearestName;
import org.polyphony.results.RunRecord;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.run.Summary;
import org.polyphony.results.store.FolderLock;
import org.polyphony.results.store.Json;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;

/**
 * The search of a sweep: for each point of its axes, seeds together, the last value of a key with
 * which a metric keeps its bound. Each step runs the next value of every point that is not found
 * yet.
 */
public final class Search {
  private static final Pattern WORKLOAD = Pattern.compile("benchmarks\\[(\\d{1,6})]");

  private final Sweep sweep;
  private final SweepFile file;
  private final SearchConfig config;
  private final Bisection bisection;
  private final List<Point> points = new ArrayList<>();

  /** How a search ended. */
  public enum State {
    /** Between two tested values. */
    FOUND("found"),
    /** The other end of the range still keeps the bound. */
    BEYOND("beyond the range"),
    /** The unloaded end does not keep the bound. */
    NONE("fails at the unloaded end"),
    /** A run failed, or has no value of the metric. */
    FAILED("no value"),
    /** Interrupted. */
    UNFINISHED("unfinished");

    private final String words;

    State(String words) {
      this.words = words;
    }

    /** Returns the state as tables show it. */
    public String words() {
      return words;
    }
  }

  /** A tested value with the mean of the metric there. */
  public record Tested(double value, double metric) {}

  /**
   * What was found for a point of the axes.
   *
   * @param axes without the searched key and the seed
   * @param kept last value known to keep the bound
   * @param failed first value known not to
   */
  public record Found(
      Map<String, JsonNode> axes, State state, Optional<Tested> kept, Optional<Tested> failed) {}

  /** The runs of a point by the value tested, each with all seeds. */
  private record Point(List<SweepFile.Run> seeds, TreeMap<Double, List<SweepFile.Run>> tested) {}

  /**
   * Makes a search.
   *
   * @param sweep whose file has a search
   */
  public Search(Sweep sweep) {
    this.sweep = sweep;
    this.file = sweep.file();
    this.config = file.search().orElseThrow();
    this.bisection = bisection(config);
    Map<Map<String, JsonNode>, List<SweepFile.Run>> seeds = new LinkedHashMap<>();
    for (SweepFile.Run run : file.runs()) {
      if (run.axes().get(config.key()).asDouble() == config.low()) {
        seeds.computeIfAbsent(axes(run), axes -> new ArrayList<>()).add(run);
      }
    }
    seeds.values().forEach(of -> points.add(new Point(of, new TreeMap<>())));
  }

  private static Bisection bisection(SearchConfig config) {
    return new Bisection(config.unloaded(), config.loaded(), config.tolerance(), config.isWhole());
  }

  private Map<String, JsonNode> axes(SweepFile.Run run) {
    Map<String, JsonNode> axes = new LinkedHashMap<>(run.axes());
    axes.remove(config.key());
    axes.remove(Seeds.KEY);
    return axes;
  }

  /**
   * Requires that the metric is a number that the runs will have.
   *
   * @throws org.polyphony.input.InvalidInputException when it is not
   */
  public static void requireMetric(SweepFile file) {
    String path = file.search().orElseThrow().metric();
    List<String> known =
        Summary.metrics().stream()
            .filter(metric -> metric.form() != Metric.Form.WORD)
            .map(Metric::path)
            .toList();
    String any = path.replaceAll("\\[\\d+]", "[]");
    if (!known.contains(any) || path.contains("[]")) {
      String nearest =
          NearestName.of(any, known).map(name -> " (nearest: " + name + ")").orElse("");
      String allowed = "a number of summary.json, with the index of a workload for []" + nearest;
      throw file.wrong("search.metric", "'" + path + "'", allowed);
    }
    Matcher workload = WORKLOAD.matcher(path);
    if (workload.lookingAt()) {
      int index = Integer.parseInt(workload.group(1));
      boolean isOfRequests = path.contains("].requests.");
      boolean holds = file.samples().stream().allMatch(run -> has(file, run, index, isOfRequests));
      if (!holds) {
        String allowed = isOfRequests ? "a workload with arrivals" : "a workload of each run";
        throw file.wrong("search.metric", "'" + path + "'", allowed);
      }
    }
  }

  private static boolean has(SweepFile file, SweepFile.Run run, int index, boolean isOfRequests) {
    List<WorkloadConfig> workloads = file.experiment(run).config().workloads();
    return index < workloads.size() && (!isOfRequests || workloads.get(index).arrivals() != null);
  }

  /** Returns how many runs a search has at most. */
  public static long mostRuns(SweepFile file) {
    return (long) file.runs().size() / 2 * bisection(file.search().orElseThrow()).mostTests();
  }

  /**
   * Runs the search, or what is missing of it, and writes the results.
   *
   * @param jobs runs in parallel
   * @param progress shows how far each step is
   * @param stop ends it early; what has ended is kept
   * @return how it went
   * @throws UncheckedIOException when a result cannot be written
   * @throws org.polyphony.input.InvalidInputException when another process runs the sweep
   */
  public Sweep.Result run(int jobs, Progress progress, StopFlag stop) {
    FolderLock held = sweep.folder().hold(Shard.ALL);
    try (held) {
      int failed = 0;
      for (List<SweepFile.Run> next = addTests();
          !next.isEmpty() && !stop.isRequested();
          next = addTests()) {
        sweep.folder().extend(tested().file());
        Sweep step = with(next);
        if (!step.left(Shard.ALL).isEmpty()) {
          failed += step.runHeld(Shard.ALL, jobs, progress, stop).failed();
        }
      }
      sweep.folder().writeSearch(found().stream().map(Search::row).toList());
      return new Sweep.Result(sweep.folder().assemble(), failed);
    }
  }

  /** Returns the sweep of all values that are tested so far. */
  public Sweep tested() {
    return with(
        points.stream().flatMap(of -> of.tested.values().stream()).flatMap(List::stream).toList());
  }

  private Sweep with(List<SweepFile.Run> runs) {
    return new Sweep(file.withRuns(runs), sweep.folder(), sweep.runs());
  }

  /** Returns the searched value. */
  public SearchConfig config() {
    return config;
  }

  /** Adds the next value of each point whose runs have all ended; returns the runs. */
  private List<SweepFile.Run> addTests() {
    List<SweepFile.Run> added = new ArrayList<>();
    for (Point point : points) {
      Optional<Double> next = hasEnded(point) ? step(point).next() : Optional.empty();
      if (next.isPresent()) {
        double value = next.get();
        List<SweepFile.Run> runs =
            point.seeds.stream().map(run -> file.searching(run, value)).toList();
        point.tested.put(value, runs);
        added.addAll(runs);
      }
    }
    return added;
  }

  /** Returns whether the metric is known for every value that is tested. */
  private boolean hasEnded(Point point) {
    return point.tested.keySet().stream().allMatch(value -> Double.isFinite(mean(point, value)));
  }

  private Bisection.Step step(Point point) {
    double unloaded = mean(point, config.unloaded());
    Map<Double, Boolean> holds = new TreeMap<>();
    for (double value : point.tested.keySet()) {
      holds.put(value, config.keeps(mean(point, value), unloaded));
    }
    return bisection.step(holds);
  }

  /** Returns the mean of the metric over the seeds; not a number when a run has none. */
  private double mean(Point point, double value) {
    return point.tested.getOrDefault(value, List.of()).stream()
        .mapToDouble(run -> sweep.folder().find(run).map(this::metric).orElse(Double.NaN))
        .average()
        .orElse(Double.NaN);
  }

  private double metric(JsonNode run) {
    String pointer = "/" + config.metric().replace("]", "").replaceAll("[.\\[]", "/");
    return RunRecord.number(run.at(pointer));
  }

  /** Returns the value found for each point of the axes, in their order. */
  public List<Found> found() {
    return points.stream().map(this::found).toList();
  }

  private Found found(Point point) {
    Map<String, JsonNode> axes = axes(point.seeds.get(0));
    if (!hasEnded(point)) {
      boolean hasRun = point.tested.values().stream().flatMap(List::stream).allMatch(this::hasRun);
      State state = hasRun ? State.FAILED : State.UNFINISHED;
      return new Found(axes, state, Optional.empty(), Optional.empty());
    }
    Bisection.Step step = step(point);
    Optional<Tested> kept = step.kept().map(value -> new Tested(value, mean(point, value)));
    Optional<Tested> failed = step.failed().map(value -> new Tested(value, mean(point, value)));
    return new Found(axes, state(step), kept, failed);
  }

  private static State state(Bisection.Step step) {
    if (step.next().isPresent()) {
      return State.UNFINISHED;
    }
    if (step.kept().isEmpty()) {
      return State.NONE;
    }
    return step.failed().isEmpty() ? State.BEYOND : State.FOUND;
  }

  /** Returns a row of the file: a value is found only between two that were tested. */
  private static ObjectNode row(Found found) {
    ObjectNode row = Json.object();
    ObjectNode axes = row.putObject("axes");
    found.axes.forEach(axes::set);
    put(row, "found", "metricFound", found.kept.filter(kept -> found.state == State.FOUND));
    put(row, "failed", "metricFailed", found.failed);
    return row.put("state", found.state.words);
  }

  private static void put(ObjectNode row, String value, String metric, Optional<Tested> of) {
    row.set(
        value, of.map(tested -> SearchConfig.node(tested.value)).orElse(NullNode.getInstance()));
    row.set(metric, Json.number(of.map(Tested::metric).orElse(Double.NaN)));
  }

  private boolean hasRun(SweepFile.Run run) {
    return sweep.folder().find(run).isPresent();
  }
}
