package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.config.LoadedExperiment;
import org.polyphony.config.Seeds;
import org.polyphony.config.StudyConfig.PairVariant;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.store.Json;
import org.polyphony.run.Experiments;
import org.polyphony.run.PlannedRun;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.study.Scale;

/**
 * The experiments of pairs of benchmarks on a device.
 *
 * @param gpu a name, or a GPU file
 * @param cycles a round is what a benchmark executes alone in this many core cycles, so that fast
 *     and slow ones co-run for about the same time; 0: a billion thread instructions or all
 */
public record PairExperiments(
    WorkloadLibrary library, String gpu, long cycles, Map<String, OwnCode> ownCode) {
  public PairExperiments(WorkloadLibrary library, String gpu, long cycles) {
    this(library, gpu, cycles, new ConcurrentHashMap<>());
  }

  /** Returns the run of a pair. */
  public PlannedRun spec(Pair pair, PairVariant variant, long seed) {
    LoadedExperiment experiment = load(pair.label(), gpu, cycles, pair, variant, seed);
    GpuConfig device = experiment.config().gpu();
    OwnCode own = ownCode.computeIfAbsent(variant.policy(), name -> OwnCode.of(name, device));
    return new Experiments(library).spec(experiment, own);
  }

  /** Opens the workloads of a pair with the first seed. */
  public Experiment open(Pair pair, PairVariant variant) {
    return new Experiments(library)
        .open(load(pair.label(), gpu, cycles, pair, variant, 1), Experiments.Extras.NONE);
  }

  /**
   * Returns the experiment of a pair.
   *
   * @param origin of what may be wrong
   * @throws org.polyphony.input.InvalidInputException if the variant is wrong
   */
  public static LoadedExperiment load(
      String origin, String gpu, long cycles, Pair pair, PairVariant variant, long seed) {
    ObjectNode root = Json.object().put("gpu", gpu);
    root.put("instructionBudget", Scale.PAPER.instructionBudget());
    root.put("roundCycles", cycles).put(Seeds.KEY, seed);
    pair.names().forEach(root.putArray("workloads")::add);
    root.put("policy", variant.policy());
    if (!variant.parameters().isEmpty()) {
      ObjectNode policy = root.putObject("policy").put("name", variant.policy());
      variant.parameters().forEach((name, value) -> policy.set(name, Json.tree(value)));
    }
    root.put("kernelScheduler", variant.kernelScheduler());
    root.put("allocation", variant.allocation());
    root.put("preemption", variant.preemption());
    return ExperimentLoader.of(origin, root, Path.of(""), List.of());
  }
}
