package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.store.Json;
import org.polyphony.results.table.Table;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.maestro.StaticPartitions.Named;
import org.polyphony.study.pairs.BenchmarkSource;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.PairRuns;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.sample.PairStudy;
import org.polyphony.study.sample.PairStudy.Metric;

/**
 * The yardstick of a policy: each pair under fixed partitions, on SMs with GPU Maestro's
 * extensions. The best of them is chosen with the result known, so no policy has to reach it.
 *
 * <p>Partitions are tried from the even one outwards, in each direction until one is worse than the
 * best so far by {@value #FAR} in both metrics; the others, in which a workload starves, are left
 * out.
 */
record BestStatic(String gpu, PairSample sample, Map<Pair, List<Row>> runs) {
  static final Figure FIGURE = new Figure("best-static", BestStatic::reproduce);
  static final Table<Row> TABLE =
      new Table<Row>("best-static.csv")
          .text(ResultColumn.PAIR, row -> row.pair.label())
          .text(ResultColumn.CATEGORY, row -> row.pair.category().label())
          .text(ResultColumn.PARTITION, Row::partition)
          .text(ResultColumn.STP, Row::stp)
          .text("antt", Row::antt);

  /** The best of the partitions of each pair, as a study joins it. */
  static final Table<Best> BEST =
      new Table<Best>("best.csv")
          .text(ResultColumn.PAIR, best -> best.stp.pair.label())
          .text("gpu", Best::gpu)
          .text("bestStp", best -> best.stp.stp)
          .text("stpPartition", best -> best.stp.partition)
          .text("bestAntt", best -> best.antt.antt)
          .text("anttPartition", best -> best.antt.partition);

  private static final double FAR = 0.1; // our choice

  /** A pair under one partition. */
  record Row(Pair pair, String partition, double stp, double antt) {
    double value(Metric metric) {
      return metric == Metric.STP ? stp : antt;
    }
  }

  /** The partitions of a pair that are best by each metric, on a device. */
  record Best(String gpu, Row stp, Row antt) {}

  /** The partitions of a pair in one direction from the even one, that one first. */
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

    Optional<Named> next() {
      return isOpen && tried < partitions.size()
          ? Optional.of(partitions.get(tried))
          : Optional.empty();
    }

    void tried(boolean isFar) {
      tried++;
      isOpen = !isFar;
    }
  }

  private static void reproduce(Figure figure, FigureContext context) {
    PairSample sample = new PairStudy(figure.name(), context).sample();
    String gpu = context.gpuOr(PairStudy.GPU);
    BestStatic all = new BestStatic(gpu, sample, new LinkedHashMap<>());
    Map<Pair, List<Direction>> open = new LinkedHashMap<>();
    for (Pair pair : sample.first(context.effort().pairs())) {
      open.put(pair, directions(pair, context));
      all.runs.put(pair, new ArrayList<>());
    }
    PairRuns runs =
        PairStudy.runs(
            figure.name(), context, gpu, BenchmarkSource.BUNDLED, PairStudy.named(context));
    List<String> failures = new ArrayList<>();
    while (failures.isEmpty() && all.tryNext(open, runs, context, failures)) {
      // each time the next partition in every direction
    }
    if (context.stop().isRequested()) {
      return;
    }
    all.runs.values().removeIf(List::isEmpty);
    if (!all.runs.isEmpty()) {
      all.write(figure, context);
    }
    PairStudy.failIfAny(failures);
  }

  private static List<Direction> directions(Pair pair, FigureContext context) {
    ObjectNode root = Json.object();
    pair.names().forEach(root.putArray("workloads")::add);
    StaticPartitions partitions =
        new StaticPartitions(context.experiment(pair.label(), root, 0).request());
    List<Direction> directions = new ArrayList<>(Direction.both(partitions.smk()));
    directions.addAll(Direction.both(partitions.spatial()));
    return directions;
  }

  /** Runs the next partitions; returns false if no pair has finished any, as after a deadline. */
  private boolean tryNext(
      Map<Pair, List<Direction>> open,
      PairRuns pairRuns,
      FigureContext context,
      List<String> failures) {
    List<Pair> left =
        open.keySet().stream().filter(pair -> !variants(open.get(pair)).isEmpty()).toList();
    if (left.isEmpty()) {
      return false;
    }
    PairRuns.Results results =
        pairRuns.run(left, pair -> variants(open.get(pair)), context.progress(), context.stop());
    failures.addAll(results.failures());
    boolean hasAny = false;
    for (Pair pair : left) {
      List<PairRepeat> finished = results.complete(pair, variants(open.get(pair)));
      if (!finished.isEmpty()) {
        take(pair, open.get(pair), finished.get(0));
        hasAny = true;
      }
    }
    return hasAny && !context.stop().isRequested();
  }

  private static List<Variant> variants(List<Direction> directions) {
    return directions.stream().flatMap(each -> each.next().stream()).map(Named::variant).toList();
  }

  private void take(Pair pair, List<Direction> directions, PairRepeat repeat) {
    Map<Direction, Row> taken = new LinkedHashMap<>();
    for (Direction each : directions) {
      each.next().ifPresent(named -> taken.put(each, row(pair, named, repeat)));
    }
    runs.get(pair).addAll(taken.values());
    taken.forEach((direction, row) -> direction.tried(isFar(row)));
  }

  private static Row row(Pair pair, Named partition, PairRepeat repeat) {
    return new Row(
        pair,
        partition.name(),
        Metric.STP.of(partition.variant()).applyAsDouble(repeat),
        Metric.ANTT.of(partition.variant()).applyAsDouble(repeat));
  }

  private boolean isFar(Row row) {
    return row.stp < (1 - FAR) * best(row.pair, Metric.STP).stp
        && row.antt > (1 + FAR) * best(row.pair, Metric.ANTT).antt;
  }

  private Row best(Pair pair, Metric by) {
    Comparator<Row> order = Comparator.comparingDouble(row -> row.value(by));
    return runs.get(pair).stream().min(by.isMoreBetter() ? order.reversed() : order).orElseThrow();
  }

  private void write(Figure figure, FigureContext context) {
    TABLE.write(context.folder(), runs.values().stream().flatMap(List::stream));
    BEST.write(
        context.folder(),
        runs.keySet().stream()
            .map(pair -> new Best(gpu, best(pair, Metric.STP), best(pair, Metric.ANTT))));
    Table<Pair> table =
        new Table<Pair>()
            .text("pair", Pair::label)
            .text("best STP", pair -> words(best(pair, Metric.STP)))
            .text("best ANTT", pair -> words(best(pair, Metric.ANTT)));
    List<Pair> pairs = List.copyOf(runs.keySet());
    StringBuilder means = new StringBuilder();
    for (Metric by : Metric.values()) {
      means.append(
          text("best %s: STP %s, ANTT %s%n", by, mean(by, Metric.STP), mean(by, Metric.ANTT)));
    }
    figure.finish(context, table.markdown(pairs) + "\n" + means, table.lines(pairs) + means);
  }

  private static String words(Row row) {
    return text("%s (%s)", row.partition, numbers(row));
  }

  private static String numbers(Row row) {
    return text("%.3f, %.3f", row.stp, row.antt);
  }

  private String mean(Metric by, Metric of) {
    return PairSample.mean(runs.keySet(), pair -> new double[] {best(pair, by).value(of)})
        .text("%.3f");
  }
}
