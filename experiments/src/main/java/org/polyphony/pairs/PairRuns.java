package org.polyphony.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.run.Experiment;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.run.StopFlag;
import org.polyphony.run.Summary;
import org.polyphony.store.Json;
import org.polyphony.store.RunCache;
import org.polyphony.store.Sha256;
import org.polyphony.sweep.Batch;
import org.polyphony.sweep.Sweep;

/**
 * Runs pairs of benchmarks under several variants, pair after pair; repeats nothing that the cache
 * has, whatever figure asked for it.
 */
public final class PairRuns {
  private final Sweep.Device device;
  private final RunCache cache;
  private final Extent extent;
  private final BenchmarkSource source;
  private final Experiments experiments;
  private final Provenance provenance = Provenance.current();

  /**
   * How much is run, and on what.
   *
   * @param gpu name of the device
   * @param instructionBudget thread instructions of a benchmark at most
   * @param cycles a round is what a benchmark executes alone in so many core cycles, if that is
   *     less; 0 for no such limit
   * @param jobs runs side by side
   * @param until when no further run begins
   */
  public record Extent(String gpu, long instructionBudget, long cycles, int jobs, Instant until) {}

  /**
   * Makes the runs.
   *
   * @param device what runs experiments
   * @param cache of finished runs
   * @param extent how much is run
   * @param source what a benchmark is
   */
  public PairRuns(Sweep.Device device, RunCache cache, Extent extent, BenchmarkSource source) {
    this.device = device;
    this.cache = cache;
    this.extent = extent;
    this.source = source;
    this.experiments = new Experiments(device.library());
  }

  /**
   * Runs every pair under every variant; ends early when a stop is requested or the time is over.
   *
   * @param pairs in the order in which they are run
   * @param variants what to compare
   * @param progress shows how far it is
   * @param stop ends it early
   * @return what has ended
   */
  public PairResults run(
      List<Pair> pairs, List<Variant> variants, Progress progress, StopFlag stop) {
    Map<String, Round> rounds = rounds(pairs, progress, stop);
    List<Run> runs = new ArrayList<>();
    for (Pair pair : pairs) {
      variants.forEach(variant -> runs.add(new Run(pair, variant, rounds, stop)));
    }
    new Batch(extent.jobs(), progress, stop).run(runs);
    Map<Pair, Map<Variant, JsonNode>> results = new LinkedHashMap<>();
    List<String> failures = new ArrayList<>();
    for (Run run : runs) {
      run.result.ifPresent(
          line ->
              results
                  .computeIfAbsent(run.pair, pair -> new LinkedHashMap<>())
                  .put(run.variant, line));
      run.failure.ifPresent(failures::add);
    }
    return new PairResults(results, failures);
  }

  private Map<String, Round> rounds(List<Pair> pairs, Progress progress, StopFlag stop) {
    Map<String, Round> rounds = new TreeMap<>();
    for (Pair pair : pairs) {
      for (String benchmark : List.of(pair.first(), pair.second())) {
        rounds.computeIfAbsent(benchmark, name -> new Round(name, stop));
      }
    }
    new Batch(extent.jobs(), progress, stop).run(List.copyOf(rounds.values()));
    for (Round round : rounds.values()) {
      if (round.failure != null) {
        throw round.failure;
      }
    }
    return rounds;
  }

  private ObjectNode root() {
    ObjectNode root = Json.object();
    root.put("gpu", extent.gpu());
    root.put("instructionBudget", extent.instructionBudget());
    return root;
  }

  private Experiment open(String name, ObjectNode root) {
    return experiments.open(
        ExperimentLoader.of(name, root, Path.of(""), List.of()), new Experiments.Extras(false, 0));
  }

  /** Finds how long a round of a benchmark is. */
  private final class Round implements Batch.Task {
    private final String benchmark;
    private final StopFlag stop;
    private long budget = extent.instructionBudget(); // read after the batch
    private RuntimeException failure;

    Round(String benchmark, StopFlag stop) {
      this.benchmark = benchmark;
      this.stop = stop;
    }

    @Override
    public void run(Progress progress) {
      if (extent.cycles() == 0) {
        return;
      }
      ObjectNode root = root();
      root.putArray("workloads").add(source.workload(benchmark));
      new RoundLength(device.simulation(), cache, device.build())
          .of(open(benchmark, root), extent.cycles(), stop)
          .ifPresent(length -> budget = length);
    }

    @Override
    public void failed(RuntimeException cause) {
      failure = cause;
    }
  }

  /** One pair under one variant. */
  private final class Run implements Batch.Task {
    private final Pair pair;
    private final Variant variant;
    private final Map<String, Round> rounds;
    private final StopFlag stop;
    private Optional<JsonNode> result = Optional.empty(); // read after the batch
    private Optional<String> failure = Optional.empty();

    Run(Pair pair, Variant variant, Map<String, Round> rounds, StopFlag stop) {
      this.pair = pair;
      this.variant = variant;
      this.rounds = rounds;
      this.stop = stop;
    }

    @Override
    public void run(Progress progress) {
      Experiment experiment = experiment();
      String identity = "pair\n" + device.build() + "\n" + experiment.configHash();
      String key = Sha256.hex(identity.getBytes(StandardCharsets.UTF_8));
      result = cache.find(key);
      if (result.isEmpty() && Instant.now().isBefore(extent.until())) {
        result = simulate(experiment, key, progress);
      }
    }

    private Experiment experiment() {
      ObjectNode root = root();
      for (String name : List.of(pair.first(), pair.second())) {
        ObjectNode workload = source.workload(name);
        workload.put("instructionBudget", rounds.get(name).budget);
        root.withArray("/workloads").add(workload);
      }
      variant.writeTo(root);
      return open(pair.label(), root);
    }

    private Optional<JsonNode> simulate(Experiment experiment, String key, Progress progress) {
      Outcome outcome =
          new ExperimentRunner(device.simulation(), device.alone(), device.build())
              .run(experiment, progress, stop);
      if (outcome.shared().partial() || stop.isRequested()) {
        return Optional.empty();
      }
      ObjectNode summary = Summary.of(outcome, provenance);
      cache.store(key, summary);
      return Optional.of(summary);
    }

    @Override
    public void failed(RuntimeException cause) {
      failure =
          Optional.of(pair.label() + " under " + variant.policy() + ": " + cause.getMessage());
    }
  }
}
