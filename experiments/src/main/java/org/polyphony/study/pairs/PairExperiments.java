package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.polyphony.config.ExperimentConfig;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.config.LoadedExperiment;
import org.polyphony.config.Seeds;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.store.Json;
import org.polyphony.run.Experiments;
import org.polyphony.run.WorkloadLibrary;

/**
 * The experiments of pairs and of benchmarks alone. Hashes are cheap to compute, so that hundreds
 * of runs can be looked up at once.
 */
final class PairExperiments {
  private static final int OFTEN = 1_000; // the shortest benchmark lasts 100,000 cycles

  private final WorkloadLibrary library;
  private final Experiments experiments;
  private final String gpu;
  private final long budget;
  private final Set<String> startAgain = ConcurrentHashMap.newKeySet(); // benchmarks
  private final Map<Benchmark, String> digests = new ConcurrentHashMap<>();
  private final Map<Sharing, ExperimentConfig> configs = new ConcurrentHashMap<>(); // for any pair
  private final Map<String, String> ownCode = new ConcurrentHashMap<>(); // digest by policy

  /** A benchmark with the seed of its random data. */
  private record Benchmark(String name, long seed, boolean startsAgain) {}

  /** Settings that the experiments of several pairs share. */
  private record Sharing(Variant variant, long seed, List<Boolean> startAgain) {}

  /**
   * Creates experiments.
   *
   * @param budget maximum thread instructions per benchmark
   */
  PairExperiments(WorkloadLibrary library, String gpu, long budget) {
    this.library = library;
    this.experiments = new Experiments(library);
    this.gpu = gpu;
    this.budget = budget;
  }

  /** Lets a benchmark, which is shorter than its round, start again until its budget is used up. */
  void startAgain(String benchmark) {
    startAgain.add(benchmark);
  }

  /** Returns the experiment of a benchmark alone with seed 1. */
  Experiment alone(String benchmark) {
    return open(loadedAlone(benchmark, budget, 1));
  }

  String aloneHash(String benchmark, long ownBudget, long seed) {
    return loadedAlone(benchmark, ownBudget, seed)
        .config()
        .configHash(List.of(digest(benchmark, seed)));
  }

  Experiment shared(Pair pair, Variant variant, List<Long> budgets, long seed) {
    return open(loaded(pair, sharing(pair, variant, seed), budgets));
  }

  /**
   * Returns the configuration hash of the shared run, with the digest of a policy that is not
   * Polyphony's; settings common to a variant are loaded once.
   */
  String sharedHash(Pair pair, Variant variant, List<Long> budgets, long seed) {
    String own = ownCode.computeIfAbsent(variant.policy(), of -> OwnCode.of(List.of(of)).sha256());
    return configHash(pair, variant, budgets, seed) + (own.isEmpty() ? "" : " " + own);
  }

  private String configHash(Pair pair, Variant variant, List<Long> budgets, long seed) {
    return configs
        .computeIfAbsent(sharing(pair, variant, seed), s -> loaded(pair, s, budgets).config())
        .withBudgets(budgets)
        .configHash(pair.names().stream().map(name -> digest(name, seed)).toList());
  }

  private Sharing sharing(Pair pair, Variant variant, long seed) {
    return new Sharing(variant, seed, pair.names().stream().map(startAgain::contains).toList());
  }

  private String digest(String benchmark, long seed) {
    return digests.computeIfAbsent(
        new Benchmark(benchmark, seed, startAgain.contains(benchmark)),
        of -> library.digest(loadedAlone(of.name, budget, of.seed), 0));
  }

  private LoadedExperiment loadedAlone(String benchmark, long ownBudget, long seed) {
    ObjectNode root = root(ownBudget, seed);
    root.putArray("workloads").add(workload(benchmark));
    return load(benchmark, root);
  }

  private LoadedExperiment loaded(Pair pair, Sharing sharing, List<Long> budgets) {
    ObjectNode root = root(budget, sharing.seed);
    for (int i = 0; i < budgets.size(); i++) {
      ObjectNode workload = workload(pair.names().get(i));
      workload.put("instructionBudget", budgets.get(i));
      root.withArray("/workloads").add(workload);
    }
    sharing.variant.writeTo(root);
    return load(pair.label(), root);
  }

  private ObjectNode workload(String benchmark) {
    ObjectNode workload = Json.object().put("benchmark", benchmark);
    return startAgain.contains(benchmark) ? workload.put("repeat", OFTEN) : workload;
  }

  private ObjectNode root(long ofAll, long seed) {
    ObjectNode root = Json.object();
    root.put("gpu", gpu);
    root.put("instructionBudget", ofAll);
    root.put(Seeds.KEY, seed);
    return root;
  }

  private static LoadedExperiment load(String name, ObjectNode root) {
    return ExperimentLoader.of(name, root, Path.of(""), List.of());
  }

  private Experiment open(LoadedExperiment loaded) {
    return experiments.open(loaded, new Experiments.Extras(false, 0));
  }
}
