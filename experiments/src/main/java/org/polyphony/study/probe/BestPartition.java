package org.polyphony.study.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.polyphony.input.Key;
import org.polyphony.results.store.Json;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.study.Probe;
import org.polyphony.study.Scale;
import org.polyphony.study.StudyContext;
import org.polyphony.study.pairs.FinishedRuns;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.PairRuns;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.PairSeeds;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.probe.StaticPartitions.Named;
import org.polyphony.study.table.Columns;
import org.polyphony.study.table.Columns.Column;
import org.polyphony.study.table.LongTable;
import org.polyphony.study.table.Row;
import org.polyphony.workload.kernel.BundledModels;

/**
 * Pairs of benchmarks under fixed partitions, on SMs with GPU Maestro's extensions.
 *
 * <p>Partitions are tried from the even one outwards, in each direction until one is worse than the
 * best so far by {@value #FAR} in both metrics; the others, in which a workload starves, are left
 * out.
 */
final class BestPartition {
  static final Probe<Parameters> PROBE =
      new Probe<>(
          "best-partition",
          "pairs of benchmarks under fixed partitions, from the even one outwards",
          Parameters.class,
          (folder, parameters) -> planned(),
          BestPartition::run);

  private static final double FAR = 0.1; // our choice

  /** Which pairs run, and for how long. */
  public record Parameters(
      @Key(value = "benchmarks that are paired; none: all bundled ones", absent = "[]")
          List<String> benchmarks,
      @Key(
              value = "length of a round: what a solo run of a benchmark executes",
              unit = "core cycles")
          long cycles) {}

  private final List<Direction> directions = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private final Pair pair;
  private final String gpu;

  /** The partitions in one direction from the even one, that one first. */
  private static final class Direction {
    private final List<Named> partitions;
    private int tried;
    private boolean isOpen = true;

    Direction(List<Named> partitions) {
      this.partitions = List.copyOf(partitions);
    }

    static List<Direction> both(StaticPartitions.Line line) {
      List<Named> all = line.partitions();
      if (all.isEmpty()) {
        return List.of();
      }
      List<Named> fewer = new ArrayList<>(all.subList(0, line.even()));
      Collections.reverse(fewer);
      return List.of(new Direction(all.subList(line.even(), all.size())), new Direction(fewer));
    }

    Stream<Named> next() {
      return isOpen && tried < partitions.size()
          ? Stream.of(partitions.get(tried))
          : Stream.empty();
    }

    void tried(boolean isFar) {
      tried++;
      isOpen = !isFar;
    }
  }

  private BestPartition(Pair pair, String gpu, StudyContext context) {
    this.pair = pair;
    this.gpu = gpu;
    ObjectNode root = Json.object().put("gpu", gpu);
    pair.names().forEach(root.putArray("workloads")::add);
    StaticPartitions partitions =
        new StaticPartitions(context.experiment(pair.label(), root, 0).request());
    directions.addAll(Direction.both(partitions.smk()));
    directions.addAll(Direction.both(partitions.spatial()));
  }

  private static LongTable planned() {
    Stream<Column> texts = Stream.of("pair", "gpu", "category", "partition").map(Column::ofTexts);
    Stream<Column> numbers = Stream.of("trial", "stp", "antt").map(Column::ofNumbers);
    return LongTable.planned(
        List.of("pair", "partition"),
        List.of(),
        new Columns(Stream.concat(texts, numbers)),
        Map.of());
  }

  private static Optional<LongTable> run(
      StudyContext context, String gpu, Path folder, Parameters of) {
    List<String> names = of.benchmarks.isEmpty() ? BundledModels.names() : of.benchmarks;
    Map<Pair, BestPartition> searches = new LinkedHashMap<>();
    for (Pair pair : PairSample.of(names).first(context.effort().pairs(null))) {
      searches.put(pair, new BestPartition(pair, gpu, context));
    }
    PairRuns runs = runs(context, gpu, of);
    boolean goesOn = true;
    while (goesOn) {
      goesOn = tryNext(searches, runs, context); // the next partition in every direction
    }
    List<Row> rows = searches.values().stream().flatMap(search -> search.rows.stream()).toList();
    return rows.isEmpty() ? Optional.empty() : Optional.of(planned().ran(rows, Map.of()));
  }

  private static PairRuns runs(StudyContext context, String gpu, Parameters of) {
    StudyContext.Effort effort = context.effort();
    StudyContext.Tools tools = context.tools();
    return new PairRuns(
        "best-partition",
        tools.device(),
        new FinishedRuns(Optional.empty(), tools.runs(), tools.build()),
        new PairRuns.Extent(
            gpu,
            Scale.PAPER.instructionBudget(),
            effort.askedCycles().orElse(of.cycles),
            PairSeeds.ONE,
            effort.jobs(),
            effort.until()));
  }

  /** Runs the next partitions; returns false if no pair has finished any, as after a deadline. */
  private static boolean tryNext(
      Map<Pair, BestPartition> searches, PairRuns runs, StudyContext context) {
    List<Pair> left =
        searches.keySet().stream().filter(p -> !searches.get(p).next().isEmpty()).toList();
    if (left.isEmpty()) {
      return false;
    }
    PairRuns.Results results =
        runs.run(left, pair -> searches.get(pair).next(), context.progress(), context.stop());
    if (!results.failures().isEmpty()) {
      throw new SimulationFailure(String.join("\n", results.failures()), "", null);
    }
    boolean hasAny = false;
    for (Pair pair : left) {
      List<PairRepeat> finished = results.complete(pair, searches.get(pair).next());
      finished.stream().limit(1).forEach(searches.get(pair)::take);
      hasAny |= !finished.isEmpty();
    }
    return hasAny && !context.stop().isRequested();
  }

  private List<Variant> next() {
    return directions.stream().flatMap(Direction::next).map(Named::variant).toList();
  }

  private void take(PairRepeat repeat) {
    Map<Direction, Row> taken = new LinkedHashMap<>();
    for (Direction each : directions) {
      each.next().forEach(named -> taken.put(each, row(named, repeat.summary(named.variant()))));
    }
    taken.values().forEach(row -> rows.add(row.with("trial", rows.size() + 1)));
    taken.forEach((direction, row) -> direction.tried(isFar(row)));
  }

  private Row row(Named partition, JsonNode summary) {
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("pair", pair.label());
    cells.put("gpu", gpu);
    cells.put("category", pair.category().label());
    cells.put("partition", partition.name());
    cells.put("stp", summary.path("stp").asDouble(Double.NaN));
    cells.put("antt", summary.path("antt").asDouble(Double.NaN));
    return new Row(cells);
  }

  private boolean isFar(Row row) {
    double bestStp = rows.stream().mapToDouble(each -> each.number("stp")).max().orElseThrow();
    double bestAntt = rows.stream().mapToDouble(each -> each.number("antt")).min().orElseThrow();
    return row.number("stp") < (1 - FAR) * bestStp && row.number("antt") > (1 + FAR) * bestAntt;
  }
}
