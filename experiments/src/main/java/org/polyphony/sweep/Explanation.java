package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.config.ExperimentConfig;
import org.polyphony.config.Seeds;
import org.polyphony.gpu.config.Resource;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.statistics.MeanInterval;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Table;

/**
 * How much of the slowdown of each workload of a co-run comes from which resource: the run is
 * compared with runs in which each workload has a copy of its own of one resource, or of all.
 *
 * <p>A slowdown is the time of a workload over that alone on the device, so a share of it is in the
 * same unit. With {@code S} the slowdown, {@code S(x)} that with copies of {@code x}:
 *
 * <ul>
 *   <li>placement, fewer SMs or thread blocks and preemption: {@code S(all) - 1}
 *   <li>a resource: {@code S - S(x)}; of one within another that is copied with it, the inner one
 *       counts once
 *   <li>interaction: what is left, so that all shares add up to {@code S - 1}
 * </ul>
 */
public final class Explanation {
  private static final String AXIS = "copies";
  private static final String ALL = ExperimentConfig.ALL;

  /** The file with all shares. */
  public static final Table<Share> TABLE =
      new Table<Share>(ResultFile.EXPLANATION)
          .text(ResultColumn.POINT, Share::point)
          .text(ResultColumn.BENCHMARK, Share::workload)
          .text(ResultColumn.CAUSE, Share::cause)
          .number(ResultColumn.MEAN.heading(), share -> share.size().mean())
          .number(ResultColumn.LOW.heading(), share -> share.size().low())
          .number(ResultColumn.HIGH.heading(), share -> share.size().high())
          .number(ResultColumn.FROM.heading(), Share::from)
          .number(ResultColumn.TO.heading(), Share::to)
          .text(ResultColumn.LARGEST, share -> share.isLargest() ? "1" : "0");

  private static final String SLOWDOWN = "slowdown";
  private static final String PLACEMENT = "placement";
  private static final String INTERACTION = "interaction";

  /** Resources that are copied with others: those with which they are. */
  private static final Map<String, String> WITHIN = within();

  private final List<Share> shares = new ArrayList<>();

  private static Map<String, String> within() {
    Map<String, String> outer = new HashMap<>();
    outer.put(Resource.DRAM_ROWS.toString(), Resource.DRAM.toString());
    for (Resource resource : Resource.values()) {
      if (resource.isOfSm()) {
        outer.put(resource.toString(), Resource.SM.toString());
      }
    }
    return Map.copyOf(outer);
  }

  /**
   * A part of a slowdown.
   *
   * @param point of the sweep: its values on the other axes
   * @param workload its name
   * @param cause a resource, {@code placement}, {@code interaction}, or {@code slowdown}: the whole
   * @param size mean over seeds
   * @param from where it begins when shares are drawn one after another, from 1 on; 0 of the whole
   * @param isLargest whether it is the largest share of the workload, interaction aside
   */
  public record Share(
      String point,
      String workload,
      String cause,
      MeanInterval size,
      double from,
      boolean isLargest) {
    double to() {
      return from + size.mean();
    }
  }

  /** The slowdowns of the workloads at a point, by copies and seed. */
  private record Point(
      String name, List<String> workloads, Map<String, Map<String, double[]>> byCopies) {
    /** Returns the seeds with which all copies have run. */
    private Set<String> seeds() {
      Set<String> seeds = new HashSet<>(byCopies.get("").keySet());
      byCopies.values().forEach(runs -> seeds.retainAll(runs.keySet()));
      return seeds;
    }

    /** Returns the slowdowns of a workload by copies, each in the order of the seeds. */
    private Map<String, double[]> slowdowns(int workload) {
      Set<String> seeds = seeds();
      Map<String, double[]> slowdowns = new LinkedHashMap<>();
      byCopies.forEach(
          (copies, runs) ->
              slowdowns.put(
                  copies,
                  runs.entrySet().stream()
                      .filter(run -> seeds.contains(run.getKey()))
                      .mapToDouble(run -> run.getValue()[workload])
                      .toArray()));
      return slowdowns;
    }

    private boolean isExplained() {
      return byCopies.keySet().containsAll(Set.of("", ALL)) && !seeds().isEmpty();
    }
  }

  private Explanation() {}

  /**
   * Explains the co-runs of a sweep, as far as they have run without copies, with all, and with all
   * those that lie between.
   *
   * @return empty if none of them has
   */
  public static Optional<Explanation> of(SweepFolder folder) {
    return of(folder.lines());
  }

  /** Explains the co-runs of a sweep from the lines of its runs. */
  static Optional<Explanation> of(Iterable<JsonNode> runs) {
    Map<JsonNode, Point> points = new LinkedHashMap<>();
    for (JsonNode run : runs) {
      if (run.path("axes").path(AXIS).isArray() && run.path("benchmarks").isArray()) {
        add(run, points);
      }
    }
    Explanation all = new Explanation();
    points.values().stream().filter(Point::isExplained).forEach(all::explain);
    return all.shares.isEmpty() ? Optional.empty() : Optional.of(all);
  }

  private static void add(JsonNode run, Map<JsonNode, Point> points) {
    ObjectNode axes = run.path("axes").deepCopy();
    String copies =
        axes.remove(AXIS).valueStream().map(JsonNode::asText).collect(Collectors.joining("+"));
    JsonNode seed = axes.remove(Seeds.KEY);
    List<JsonNode> workloads = run.path("benchmarks").valueStream().toList();
    points
        .computeIfAbsent(axes, of -> new Point(name(axes), names(workloads), new LinkedHashMap<>()))
        .byCopies
        .computeIfAbsent(copies, of -> new TreeMap<>())
        .put(
            String.valueOf(seed),
            workloads.stream()
                .mapToDouble(workload -> 1 / workload.path("normalizedProgress").asDouble())
                .toArray());
  }

  private static List<String> names(List<JsonNode> workloads) {
    return workloads.stream().map(workload -> workload.path("name").asText()).toList();
  }

  private static String name(ObjectNode axes) {
    return axes.properties().stream()
        .map(axis -> axis.getKey() + "=" + words(axis.getValue()))
        .collect(Collectors.joining(" "));
  }

  private static String words(JsonNode value) {
    return value.isArray()
        ? value.valueStream().map(Explanation::words).collect(Collectors.joining("+"))
        : value.isValueNode() ? value.asText() : value.toString();
  }

  private void explain(Point point) {
    for (int workload = 0; workload < point.workloads.size(); workload++) {
      explain(point, point.workloads.get(workload), point.slowdowns(workload));
    }
  }

  private void explain(Point point, String workload, Map<String, double[]> slowdowns) {
    Map<String, double[]> sizes = new LinkedHashMap<>();
    double[] rest = minus(slowdowns.get(""), slowdowns.get(ALL));
    double[] alone = new double[rest.length];
    Arrays.fill(alone, 1);
    sizes.put(PLACEMENT, minus(slowdowns.get(ALL), alone));
    for (String resource : slowdowns.keySet()) {
      if (!resource.isEmpty() && !resource.equals(ALL)) {
        sizes.put(resource, share(resource, slowdowns));
        rest = minus(rest, sizes.get(resource));
      }
    }
    MeanInterval whole = MeanInterval.of(slowdowns.get(""));
    shares.add(new Share(point.name, workload, SLOWDOWN, whole, 0, false));
    Map<String, MeanInterval> means = new LinkedHashMap<>();
    sizes.forEach((cause, size) -> means.put(cause, MeanInterval.of(size)));
    double most = means.values().stream().mapToDouble(MeanInterval::mean).max().orElseThrow();
    means.put(INTERACTION, MeanInterval.of(rest));
    double from = 1;
    for (Map.Entry<String, MeanInterval> each : means.entrySet()) {
      boolean isLargest = !each.getKey().equals(INTERACTION) && each.getValue().mean() == most;
      shares.add(new Share(point.name, workload, each.getKey(), each.getValue(), from, isLargest));
      from += each.getValue().mean();
    }
  }

  private static double[] minus(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] - b[i]).toArray();
  }

  /** The inner of two resources is told apart from the outer one. */
  private static double[] share(String resource, Map<String, double[]> slowdowns) {
    double[] whole = slowdowns.get("");
    double[] share = minus(whole, slowdowns.get(resource));
    for (Map.Entry<String, String> within : WITHIN.entrySet()) {
      if (within.getValue().equals(resource) && slowdowns.containsKey(within.getKey())) {
        share = minus(share, minus(whole, slowdowns.get(within.getKey())));
      }
    }
    return share;
  }

  /** Returns all shares: of each point and workload the whole, then what adds up to it. */
  public List<Share> shares() {
    return shares;
  }

  /** Writes all shares to {@link ResultFile#EXPLANATION}. */
  void write(OutputFolder folder) {
    TABLE.write(folder, shares.stream());
  }

  /**
   * Returns a table with a line for each cause: of one co-run the shares of each workload, of
   * several the mean share, and for how many workloads it is the largest.
   */
  public String text() {
    List<String> causes = shares.stream().map(Share::cause).distinct().toList();
    boolean areSeveral = shares.stream().map(Share::point).distinct().count() > 1;
    Table<String> table = new Table<String>().text("cause", cause -> cause);
    return (areSeveral ? summary(table) : ofEach(table)).lines(causes);
  }

  private Table<String> ofEach(Table<String> table) {
    Map<Integer, String> workloads = new LinkedHashMap<>(); // by the index of their first share
    for (int i = 0; i < shares.size(); i++) {
      if (shares.get(i).cause().equals(SLOWDOWN)) {
        workloads.put(i, shares.get(i).workload());
      }
    }
    int each = shares.size() / workloads.size();
    for (Map.Entry<Integer, String> workload : workloads.entrySet()) {
      List<Share> own = shares.subList(workload.getKey(), workload.getKey() + each);
      table = table.text(workload.getValue(), cause -> text(own, cause));
    }
    return table;
  }

  private static String text(List<Share> own, String cause) {
    String format = cause.equals(SLOWDOWN) ? "%.3f" : "%+.3f";
    return own.stream()
        .filter(share -> share.cause().equals(cause))
        .map(share -> share.size().text(format))
        .collect(Collectors.joining());
  }

  private Table<String> summary(Table<String> table) {
    return table
        .text(
            "mean",
            cause -> MeanInterval.of(means(cause)).text(cause.equals(SLOWDOWN) ? "%.3f" : "%+.3f"))
        .text("largest for", cause -> Long.toString(largest(cause)));
  }

  private double[] means(String cause) {
    return shares.stream()
        .filter(share -> share.cause().equals(cause))
        .mapToDouble(share -> share.size().mean())
        .toArray();
  }

  private long largest(String cause) {
    return shares.stream()
        .filter(share -> share.cause().equals(cause) && share.isLargest())
        .count();
  }
}
