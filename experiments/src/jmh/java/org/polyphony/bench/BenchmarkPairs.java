package org.polyphony.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.annotations.Param;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.run.Experiments;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.store.CacheFolder;
import org.polyphony.store.Json;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Variant;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.trace.TraceOptions;

/**
 * The pairs of bundled benchmarks whose speed is measured, as {@code reproduce fig11} runs them but
 * for shorter rounds: of each category about as many as among all pairs of GPU Maestro.
 */
final class BenchmarkPairs {
  /** Names of the pairs: three COM/COM, four COM/MEM, five MEM/MEM. */
  static final List<String> NAMES = List.of(pairs().value());

  /** The policies, with everything else that Figure 11 runs them with. */
  static final List<Variant> VARIANTS = List.of(Variant.SMK_EVEN, Variant.MAESTRO);

  static final long BUDGET = 20_000_000; // thread instructions of a benchmark
  private static final long MOST_WARP_INSTRUCTIONS = 3_000_000; // a second or two

  /**
   * Ends a run that would be long: beside BS, NW issues too little to reach its budget in seconds.
   */
  static final RunWatcher END =
      (doneShare, cycles, warpInstructions) -> warpInstructions < MOST_WARP_INSTRUCTIONS;

  static final String GPU = "gtx980";

  private BenchmarkPairs() {}

  /** JMH takes its parameters from an annotation only, so the list stands there. */
  private static Param pairs() {
    try {
      return PairBenchmark.class.getField("pair").getAnnotation(Param.class);
    } catch (NoSuchFieldException e) {
      throw new LinkageError("PairBenchmark has no pair", e);
    }
  }

  /** Returns the category of a pair by the types of its models. */
  static Category category(String pair) {
    List<String> names = benchmarks(pair);
    return Category.of(
        BundledModels.summary(names.get(0)).type(), BundledModels.summary(names.get(1)).type());
  }

  /**
   * Returns a pair under a policy, ready to run.
   *
   * @param pair as {@code BS/NW}
   * @param policy name of one of {@link #VARIANTS}
   * @param gpu name of the device
   * @param budget thread instructions that end a benchmark's first round
   */
  static RunRequest request(String pair, String policy, String gpu, long budget) {
    Variant variant = variant(policy);
    ObjectNode root = Json.object().put("gpu", gpu).put("instructionBudget", budget);
    ArrayNode workloads = root.putArray("workloads");
    benchmarks(pair).forEach(name -> workloads.addObject().put("benchmark", name));
    root.put("policy", variant.policy())
        .put("kernelScheduler", variant.kernelScheduler())
        .put("allocation", variant.allocation())
        .put("preemption", variant.preemption());
    Path packed = CacheFolder.of(System.getenv()).resolve("traces");
    return new Experiments(new WorkloadLibrary(TraceOptions.quiet(packed)))
        .open(
            ExperimentLoader.of(pair, root, Path.of(""), List.of()),
            new Experiments.Extras(false, 0))
        .request();
  }

  private static List<String> benchmarks(String pair) {
    List<String> names = List.of(pair.split("/", -1));
    if (names.size() != 2) {
      throw new IllegalArgumentException("not a pair as BS/NW: " + pair);
    }
    return names;
  }

  private static Variant variant(String policy) {
    return VARIANTS.stream()
        .filter(variant -> variant.policy().equals(policy))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("policy: " + policy));
  }
}
