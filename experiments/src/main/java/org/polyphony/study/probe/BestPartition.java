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
import org.polyphony.config.StudyConfig.PairVariant;
import org.polyphony.input.Key;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Row;
import org.polyphony.run.PlannedRun;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.study.Probe;
import org.polyphony.study.StudyContext;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairExperiments;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.sweep.Runs;
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
    private final List<PairVariant> partitions;
    private int tried;
    private boolean isOpen = true;

    Direction(List<PairVariant> partitions) {
      this.partitions = List.copyOf(partitions);
    }

    static List<Direction> both(StaticPartitions.Line line) {
      List<PairVariant> all = line.partitions();
      if (all.isEmpty()) {
        return List.of();
      }
      List<PairVariant> fewer = new ArrayList<>(all.subList(0, line.even()));
      Collections.reverse(fewer);
      return List.of(new Direction(all.subList(line.even(), all.size())), new Direction(fewer));
    }

    Stream<PairVariant> next() {
      return isOpen && tried < partitions.size()
          ? Stream.of(partitions.get(tried))
          : Stream.empty();
    }

    void tried(boolean isFar) {
      tried++;
      isOpen = !isFar;
    }
  }

  private BestPartition(Pair pair, PairExperiments experiments) {
    this.pair = pair;
    this.gpu = experiments.gpu();
    PairVariant even = PairVariant.onMaestroSms("", "spatial-even", Map.of());
    StaticPartitions partitions = new StaticPartitions(experiments.open(pair, even).spec());
    directions.addAll(Direction.both(partitions.smk()));
    directions.addAll(Direction.both(partitions.spatial()));
  }

  private static LongTable planned() {
    List<String> texts = List.of("pair", "gpu", "category", "partition");
    Columns columns = Columns.of(texts, List.of("trial", "stp", "antt"));
    return LongTable.planned(List.of("pair", "partition"), List.of(), columns, Map.of());
  }

  private static Optional<LongTable> run(
      StudyContext context, String gpu, Path folder, Parameters of) {
    List<String> names = of.benchmarks.isEmpty() ? BundledModels.names() : of.benchmarks;
    PairExperiments experiments =
        new PairExperiments(
            context.device().library(), gpu, context.effort().askedCycles().orElse(of.cycles));
    List<BestPartition> searches =
        PairSample.of(names).first(context.effort().pairs(null)).stream()
            .map(pair -> new BestPartition(pair, experiments))
            .toList();
    Runs runs = context.runs();
    boolean goesOn = true;
    while (goesOn) { // the next partition in every direction
      goesOn = tryNext(searches, runs, experiments) && !context.stop().isRequested();
    }
    List<Row> rows = searches.stream().flatMap(search -> search.rows.stream()).toList();
    return rows.isEmpty() ? Optional.empty() : Optional.of(planned().ran(rows, Map.of()));
  }

  /** One of the runs. */
  private record Tried(BestPartition search, PairVariant partition) {}

  /** Runs the next partitions; returns false if no pair has finished any, as after a deadline. */
  private static boolean tryNext(
      List<BestPartition> searches, Runs runs, PairExperiments experiments) {
    Map<Tried, PlannedRun> wanted = new LinkedHashMap<>();
    for (BestPartition search : searches) {
      search
          .next()
          .forEach(
              next -> wanted.put(new Tried(search, next), experiments.spec(search.pair, next, 1)));
    }
    Runs.Result<Tried> result = runs.summaries("best-partition", wanted);
    if (!result.failures().isEmpty()) {
      throw new SimulationFailure(String.join("\n", result.failures()), "", null);
    }
    boolean hasAny = false;
    for (BestPartition search : searches) {
      hasAny |= search.take(result.summaries());
    }
    return hasAny;
  }

  private Stream<PairVariant> next() {
    return directions.stream().flatMap(Direction::next);
  }

  /** Takes up what the next partitions gave; returns false unless all of them have finished. */
  private boolean take(Map<Tried, ObjectNode> summaries) {
    boolean hasAll = next().allMatch(each -> summaries.containsKey(new Tried(this, each)));
    Map<Direction, Row> taken = new LinkedHashMap<>();
    for (Direction direction : hasAll ? directions : List.<Direction>of()) {
      direction
          .next()
          .forEach(each -> taken.put(direction, row(each, summaries.get(new Tried(this, each)))));
    }
    taken.values().forEach(row -> rows.add(row.with("trial", rows.size() + 1)));
    taken.forEach((direction, row) -> direction.tried(isFar(row)));
    return !taken.isEmpty();
  }

  private Row row(PairVariant partition, JsonNode summary) {
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("pair", pair.label());
    cells.put("gpu", gpu);
    cells.put("category", pair.category());
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
