package org.polyphony.run;

import java.util.List;
import java.util.stream.IntStream;
import org.polyphony.config.ExperimentConfig;
import org.polyphony.config.LoadedExperiment;
import org.polyphony.config.PolicyConfig;
import org.polyphony.config.WorkloadConfig;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.store.RunKey;

/**
 * A run that is wanted. Its workloads are opened only when it has to be simulated, so that hundreds
 * of runs can be looked up at once.
 *
 * @param experiment its config
 * @param key identifies its result
 */
public record PlannedRun(LoadedExperiment experiment, RunKey key) {
  /**
   * Makes the run of an experiment.
   *
   * @param ownCode the user's code that it depends on
   * @throws org.polyphony.input.InvalidInputException if a workload does not exist or is malformed
   */
  static PlannedRun of(LoadedExperiment experiment, OwnCode ownCode, WorkloadLibrary library) {
    int workloads = experiment.config().workloads().size();
    List<String> digests =
        IntStream.range(0, workloads).mapToObj(i -> library.digest(experiment, i)).toList();
    return new PlannedRun(experiment, key(experiment, digests, ownCode));
  }

  /**
   * Identifies a run.
   *
   * @param digests of its workloads
   */
  static RunKey key(LoadedExperiment experiment, List<String> digests, OwnCode ownCode) {
    ExperimentConfig config = experiment.config();
    List<String> names = config.workloads().stream().map(WorkloadConfig::name).toList();
    String about = String.join("/", names) + " " + words(config) + ", seed " + config.seed();
    return RunKey.of(
        "run",
        about,
        experiment.configHash(digests),
        names, // the hash leaves out names
        config.gpu().name(),
        ownCode.sha256());
  }

  private static String words(ExperimentConfig config) {
    PolicyConfig policy = config.policy().withoutDefaults();
    List<String> words =
        List.of(policy.name(), config.kernelScheduler(), config.allocation(), config.preemption());
    String sharing = String.join(" ", words);
    return policy.parameters().isEmpty() ? sharing : sharing + " " + policy.parameters();
  }
}
