package org.polyphony.results.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.polyphony.results.statistics.MeanInterval;
import org.polyphony.results.store.Json;

/**
 * The results of an experiment with several seeds. Their spread shows how much a result depends on
 * accidental event timing.
 *
 * @param experiment with the first seed
 * @param runs one per seed, in ascending order; at least one
 */
public record Repeats(Experiment experiment, List<Repeat> runs) {
  /** File name in the folder of the first seed. */
  public static final String FILE = "repeats.json";

  private static final int SCHEMA_VERSION = 1;

  public Repeats {
    runs = List.copyOf(runs);
  }

  /**
   * The result of one seed.
   *
   * @param seed of the run
   * @param cycles core cycles until the last first round ended
   * @param stp system throughput
   * @param antt average normalized turnaround time
   * @param progress normalized progress of each workload, in config order
   * @param latencies of the requests to each workload; empty of one without arrivals
   * @param approximated warp instructions
   * @param decided whether the policy made a decision; empty if it does not decide at run time
   */
  public record Repeat(
      long seed,
      long cycles,
      double stp,
      double antt,
      List<Double> progress,
      List<Optional<Latencies>> latencies,
      long approximated,
      Optional<Boolean> decided) {
    public Repeat {
      progress = List.copyOf(progress);
      latencies = List.copyOf(latencies);
    }

    public static Repeat of(Outcome outcome) {
      return new Repeat(
          outcome.experiment().spec().seed(),
          outcome.shared().cycles(),
          outcome.stp(),
          outcome.antt(),
          IntStream.range(0, outcome.alone().size()).mapToObj(outcome::normalizedProgress).toList(),
          IntStream.range(0, outcome.alone().size())
              .mapToObj(i -> Optional.of(i).filter(outcome::hasRequests).map(outcome::latencies))
              .toList(),
          outcome.approximated(),
          Optional.of(!outcome.isUndecided())
              .filter(d -> outcome.shared().partitioning().policy().decides()));
    }
  }

  /** Returns the mean of a metric over the seeds. */
  public MeanInterval mean(ToDoubleFunction<Repeat> value) {
    return MeanInterval.of(runs.stream().mapToDouble(value).toArray());
  }

  /** Returns the mean normalized progress of a workload by its index. */
  public MeanInterval progress(int workload) {
    return mean(repeat -> repeat.progress().get(workload));
  }

  /** Returns {@code repeats.json}, schema version 1; {@code metrics.csv} defines its values. */
  public ObjectNode json() {
    ObjectNode root = Json.object();
    root.put("schemaVersion", SCHEMA_VERSION);
    root.put("experiment", experiment.name());
    root.put("gpu", experiment.spec().gpu().name());
    root.put("policy", experiment.spec().policy());
    runs.forEach(run -> root.withArray("/seeds").add(run.seed()));
    ObjectNode cycles = root.putObject("cycles");
    runs.forEach(run -> cycles.withArray("/values").add(run.cycles()));
    putMean(cycles, Repeat::cycles);
    put(root.putObject("stp"), Repeat::stp);
    put(root.putObject("antt"), Repeat::antt);
    ArrayNode benchmarks = root.putArray("benchmarks");
    for (int i = 0; i < experiment.inputs().size(); i++) {
      int workload = i;
      ObjectNode benchmark = benchmarks.addObject();
      benchmark.put("name", experiment.inputs().get(i).name());
      put(benchmark.putObject("normalizedProgress"), run -> run.progress().get(workload));
    }
    return root;
  }

  private void put(ObjectNode node, ToDoubleFunction<Repeat> value) {
    runs.forEach(run -> node.withArray("/values").add(Json.number(value.applyAsDouble(run))));
    putMean(node, value);
  }

  private void putMean(ObjectNode node, ToDoubleFunction<Repeat> value) {
    MeanInterval mean = mean(value);
    node.set("mean", Json.number(mean.mean()));
    node.set("low", Json.number(mean.low()));
    node.set("high", Json.number(mean.high()));
  }
}
