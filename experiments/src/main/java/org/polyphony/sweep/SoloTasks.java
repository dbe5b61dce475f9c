package org.polyphony.sweep;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.config.ExperimentConfig;
import org.polyphony.config.LoadedExperiment;
import org.polyphony.results.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.simulation.StopFlag;

/**
 * Makes the solo runs that some experiments need, each once, in a fixed order. The experiments do
 * not depend on these tasks: they do what is missing themselves, and say why one fails.
 */
final class SoloTasks {
  private static final int AHEAD = 64;

  private final Sweep.Device device;
  private final Experiments experiments;
  private final StopFlag stop;
  private final Instant until;
  private final Set<List<Object>> known = new HashSet<>(); // what determines those made so far

  /**
   * Makes no solo runs yet.
   *
   * @param until when no further one starts
   */
  SoloTasks(Sweep.Device device, StopFlag stop, Instant until) {
    this.device = device;
    this.experiments = new Experiments(device.library());
    this.stop = stop;
    this.until = until;
  }

  /**
   * Returns the tasks of some runs, each made when it is asked for: of every {@value #AHEAD} runs,
   * the solo runs first.
   *
   * @param run the task of a run, by its number
   */
  Iterator<Batch.Task> aheadOf(List<? extends Runs.Item<?>> runs, IntFunction<Batch.Task> run) {
    return IntStream.iterate(0, from -> from < runs.size(), from -> from + AHEAD)
        .boxed()
        .flatMap(
            from -> {
              int to = Math.min(runs.size(), from + AHEAD);
              Stream<Batch.Task> solo =
                  runs.subList(from, to).stream()
                      .flatMap(each -> each.experiment().stream())
                      .flatMap(experiment -> of(experiment).stream());
              return Stream.concat(solo, IntStream.range(from, to).mapToObj(run));
            })
        .iterator();
  }

  /** Returns the tasks of an experiment that none before has needed. */
  private List<Batch.Task> of(LoadedExperiment experiment) {
    ExperimentConfig config = experiment.config();
    List<Batch.Task> tasks = new ArrayList<>();
    for (int i = 0; i < config.workloads().size() && isNormalized(config); i++) {
      if (known.add(identity(config, i))) {
        tasks.add(task(experiment, i));
      }
    }
    return tasks;
  }

  /** A workload alone is its own baseline. */
  private static boolean isNormalized(ExperimentConfig config) {
    return config.workloads().size() > 1 || !config.policy().name().equals("alone");
  }

  /** All that determines a solo run, as far as the config says it. */
  private static List<Object> identity(ExperimentConfig config, int workload) {
    return List.of(
        config.gpu(),
        config.workloads().get(workload),
        config.warpScheduler(),
        config.instructionBudget(),
        config.roundCycles(),
        config.seed());
  }

  private Batch.Task task(LoadedExperiment experiment, int workload) {
    return new Batch.Task(
        "solo run for " + experiment.config().name(),
        false,
        List.of(),
        progress -> {
          if (Instant.now().isBefore(until)) {
            Experiment opened = experiments.open(experiment, Experiments.Extras.NONE);
            device.runner().prepareAlone(opened, workload, progress, stop);
          }
        });
  }
}
