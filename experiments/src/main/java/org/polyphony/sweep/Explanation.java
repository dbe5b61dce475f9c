package org.polyphony.sweep;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.config.ResourceFamily;
import org.polyphony.config.Seeds;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.statistics.MeanInterval;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Table;

/** How much of the slowdown of each workload of some co-runs comes from which resources. */
public final class Explanation {
  private static final String AXIS = "copies";

  /** The file with all shares. */
  public static final Table<Share> TABLE =
      new Table<Share>(ResultFile.EXPLANATION)
          .text(ResultColumn.POINT, Share::point)
          .text(ResultColumn.BENCHMARK, Share::workload)
          .text(ResultColumn.CAUSE, Share::cause)
          .number(ResultColumn.MEAN.heading(), share -> share.size().mean())
          .number(ResultColumn.LOW.heading(), share -> share.size().low())
          .number(ResultColumn.HIGH.heading(), share -> share.size().high())
          .number(ResultColumn.LEAST.heading(), Share::least)
          .number(ResultColumn.MOST.heading(), Share::most)
          .number(ResultColumn.FROM.heading(), Share::from)
          .number(ResultColumn.TO.heading(), Share::to)
          .text(ResultColumn.LARGEST, share -> share.isLargest() ? "1" : "0");

  private final List<ExplainedSlowdown> slowdowns = new ArrayList<>();
  private int incomplete; // workloads that are not explained

  /**
   * A part of a slowdown.
   *
   * @param point of the sweep: its values on the other axes
   * @param workload its name
   * @param cause {@code slowdown}: the whole; {@code room}, a family of resources, or a part of one
   * @param size mean over seeds
   * @param least what it is in the order of copies in which it is smallest
   * @param most what it is in that in which it is largest
   * @param from where it begins when shares are drawn one after another, from 1 on; 0 of the whole
   * @param isLargest whether the shares carry that it is the largest cause
   */
  public record Share(
      String point,
      String workload,
      String cause,
      MeanInterval size,
      double least,
      double most,
      double from,
      boolean isLargest) {
    double to() {
      return from + size.mean();
    }
  }

  /** The slowdowns of the workloads of a co-run, by seed and copies. */
  private record Point(
      String name, List<String> workloads, Map<String, Map<Set<String>, double[]>> bySeed) {
    private Stream<ExplainedSlowdown> explained() {
      return IntStream.range(0, workloads.size())
          .mapToObj(i -> new ExplainedSlowdown(name, workloads.get(i), slowdowns(i)));
    }

    private List<Map<Set<String>, Double>> slowdowns(int workload) {
      List<Map<Set<String>, Double>> slowdowns = new ArrayList<>();
      for (Map<Set<String>, double[]> runs : bySeed.values()) {
        Map<Set<String>, Double> ofSeed = new HashMap<>();
        runs.forEach((copies, all) -> ofSeed.put(copies, all[workload]));
        ofSeed.put(ExplainedSlowdown.ALONE, 1.0);
        slowdowns.add(ofSeed);
      }
      return slowdowns;
    }
  }

  private Explanation() {}

  /**
   * Explains the workloads of a sweep that have run with copies of every set of families; with only
   * some of these runs there are no shares.
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
    Map<Boolean, List<ExplainedSlowdown>> areComplete =
        points.values().stream()
            .flatMap(Point::explained)
            .collect(Collectors.partitioningBy(ExplainedSlowdown::isComplete));
    all.slowdowns.addAll(areComplete.get(true));
    all.incomplete = areComplete.get(false).size();
    return all.slowdowns.isEmpty() ? Optional.empty() : Optional.of(all);
  }

  private static void add(JsonNode run, Map<JsonNode, Point> points) {
    ObjectNode axes = run.path("axes").deepCopy();
    JsonNode copies = axes.remove(AXIS);
    JsonNode seed = axes.remove(Seeds.KEY);
    List<JsonNode> workloads = run.path("benchmarks").valueStream().toList();
    points
        .computeIfAbsent(axes, of -> new Point(name(axes), names(workloads), new TreeMap<>()))
        .bySeed
        .computeIfAbsent(String.valueOf(seed), of -> new LinkedHashMap<>())
        .put(
            ExplainedSlowdown.key(copies.valueStream().map(JsonNode::asText)),
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
        .collect(joining(" "));
  }

  private static String words(JsonNode value) {
    return value.isArray()
        ? value.valueStream().map(Explanation::words).collect(joining("+"))
        : value.isValueNode() ? value.asText() : value.toString();
  }

  /** Returns all shares: of each point and workload the whole, then what adds up to it. */
  public List<Share> shares() {
    return slowdowns.stream().flatMap(slowdown -> slowdown.shares().stream()).toList();
  }

  /** Returns the families that are the largest cause of a slowdown. */
  public Set<ResourceFamily> largestFamilies() {
    return slowdowns.stream()
        .flatMap(slowdown -> slowdown.largestFamily().stream())
        .collect(Collectors.toSet());
  }

  /** Writes all shares to {@link ResultFile#EXPLANATION}. */
  void write(OutputFolder folder) {
    TABLE.write(folder, shares().stream());
  }

  /**
   * Returns a table with a line for each cause: of one co-run the shares of each workload and a
   * sentence on each; of several the mean share, and for how many workloads it is the largest.
   */
  public String text() {
    List<String> causes = causes();
    boolean areSeveral = slowdowns.stream().map(ExplainedSlowdown::point).distinct().count() > 1;
    Table<String> table = new Table<String>().text("cause", cause -> cause);
    String unexplained = "workloads without a run or without progress, not explained: ";
    return (areSeveral ? summary(table) : ofEach(table)).lines(causes)
        + (areSeveral ? unclear() : sentences())
        + (incomplete == 0 ? "" : unexplained + incomplete + "\n");
  }

  /** Returns all causes, each after the one that comes before it in a slowdown. */
  private List<String> causes() {
    List<String> causes = new ArrayList<>();
    int before = -1;
    for (Share share : shares()) {
      int at = causes.indexOf(share.cause());
      before = at < 0 ? before + 1 : at;
      if (at < 0) {
        causes.add(before, share.cause());
      }
    }
    return causes;
  }

  private Table<String> ofEach(Table<String> table) {
    Table<String> all = table;
    for (ExplainedSlowdown slowdown : slowdowns) {
      all =
          all.text(
              slowdown.workload(),
              cause ->
                  slowdown.shares().stream()
                      .filter(share -> share.cause().equals(cause))
                      .map(share -> share.size().text(format(cause)))
                      .collect(joining()));
    }
    return all;
  }

  private static String format(String cause) {
    return cause.equals(ExplainedSlowdown.WHOLE) ? "%.3f" : "%+.3f";
  }

  private String sentences() {
    return slowdowns.stream().map(slowdown -> slowdown.sentence() + "\n").collect(joining());
  }

  private String unclear() {
    long count = slowdowns.stream().filter(slowdown -> !slowdown.hasLargest()).count();
    return String.format(
        Locale.ROOT, "workloads without a largest cause: %d of %d%n", count, slowdowns.size());
  }

  private Table<String> summary(Table<String> table) {
    return table
        .text("mean", cause -> String.format(Locale.ROOT, format(cause), mean(cause)))
        .text("largest for", cause -> Long.toString(of(cause).filter(Share::isLargest).count()));
  }

  private double mean(String cause) {
    return of(cause).mapToDouble(share -> share.size().mean()).average().orElseThrow();
  }

  private Stream<Share> of(String cause) {
    return shares().stream().filter(share -> share.cause().equals(cause));
  }
}
