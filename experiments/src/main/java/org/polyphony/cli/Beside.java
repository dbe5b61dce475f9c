package org.polyphony.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.polyphony.run.Experiment;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Outcome;
import org.polyphony.run.Progress;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Batch;

/**
 * An experiment under one of several policies, all else equal: a task of a batch. Its fields are
 * written by the thread that runs it and read after the batch.
 */
final class Beside implements Batch.Task {
  private final Experiment experiment;
  private final RunFolder folder;
  private final ExperimentRunner runner;
  private final StopFlag stop;
  private Optional<Outcome> outcome = Optional.empty();
  private Optional<RuntimeException> failure = Optional.empty();

  Beside(Experiment experiment, RunFolder folder, ExperimentRunner runner, StopFlag stop) {
    this.experiment = experiment;
    this.folder = folder;
    this.runner = runner;
    this.stop = stop;
  }

  /**
   * Loads an experiment under each policy.
   *
   * @param policies by name
   * @param own the experiment as it runs itself
   * @param load loads it with one more override
   * @return the experiments, in the order of the policies
   * @throws org.polyphony.input.InvalidInputException for a policy that is not known, or its own,
   *     and with one workload
   */
  static List<Experiment> load(
      List<String> policies, Experiment own, Function<String, Experiment> load) {
    List<Experiment> experiments = new ArrayList<>();
    for (String policy : policies) {
      check(policy, own);
      experiments.add(load.apply(override(policy)));
    }
    return experiments;
  }

  static String override(Experiment beside) {
    return override(beside.request().sharing().policy());
  }

  private static String override(String policy) {
    return "policy=" + policy;
  }

  /**
   * Returns the folder of an experiment beside another one, named after its policy.
   *
   * @param out folder of the other one
   */
  static Path folder(Path out, Experiment beside) {
    return out.resolveSibling(out.getFileName() + "-" + beside.request().sharing().policy());
  }

  private static void check(String policy, Experiment own) {
    if (own.inputs().size() < 2) {
      throw Arguments.wrong("--beside", "it with one workload", "it with two or more");
    }
    PolicyOption.requireKnown("--beside", policy);
    if (policy.equals(own.request().sharing().policy())) {
      throw Arguments.wrong("--beside", "'" + policy + "'", "another policy than the config's");
    }
  }

  /** Runs it; the last workload alone comes first, as another policy begins with the first. */
  @Override
  public void run(Progress progress) {
    for (int workload = experiment.inputs().size() - 1; workload >= 0; workload--) {
      runner.prepareAlone(experiment, workload, progress, stop);
    }
    outcome = Optional.of(runner.run(experiment, progress, stop));
  }

  @Override
  public void failed(RuntimeException cause) {
    failure = Optional.of(cause);
  }

  Path path() {
    return folder.folder().path();
  }

  /**
   * Writes the results.
   *
   * @return the outcome, partial after a stop; empty when a stop came before it began
   * @throws SimulationFailure when the run failed, which leaves what it gave before
   */
  Optional<Outcome> write() {
    if (failure.isPresent() && failure.get() instanceof SimulationFailure ofRun) {
      SimulationFailure kept = folder.kept(ofRun);
      String policy = experiment.request().sharing().policy();
      throw new SimulationFailure("under " + policy + ": " + kept.getMessage(), "", kept);
    }
    failure.ifPresent(
        cause -> {
          throw cause;
        });
    outcome.ifPresent(folder::replace);
    return outcome;
  }
}
