package org.polyphony.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.RunKey;
import org.polyphony.results.store.RunStore;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;

/**
 * Rounds of equal time, for experiments with {@code roundCycles}: the budget of a workload is what
 * it executes alone in that time. It is measured with seed 1 whatever the seed of the experiment,
 * so that runs which differ in their seeds do the same work; likewise in a sweep over devices on
 * that of its base.
 *
 * @param store of lengths measured earlier
 */
record RoundLengths(RunStore store) {
  /** What a store keeps of a round. */
  record Length(long threadInstructions) {}

  /**
   * Returns an experiment with the budget of one of its workloads.
   *
   * @param simulation runs the workload alone if the cache does not know its length
   * @param watcher of that run; if it stops the run, the experiment stays as it is
   */
  Experiment with(Experiment experiment, int workload, Simulation simulation, RunWatcher watcher) {
    if (experiment.roundCycles() == 0) {
      return experiment;
    }
    Experiment measured = experiment.ofRounds();
    return store
        .findOr(
            key(measured, workload),
            Length.class,
            () -> length(measured, workload, simulation, watcher))
        .map(length -> limited(experiment, workload, length.threadInstructions()))
        .orElse(experiment);
  }

  /** Measures a length; empty after a stop. */
  private static Optional<Length> length(
      Experiment measured, int workload, Simulation simulation, RunWatcher watcher) {
    RunResult alone =
        simulation.run(alone(measured, workload), until(measured.roundCycles(), watcher));
    return alone.partial() && alone.cycles() < measured.roundCycles()
        ? Optional.empty()
        : Optional.of(new Length(Math.max(1, alone.benchmarks().get(0).threadInstructions())));
  }

  private static RunKey key(Experiment experiment, int workload) {
    return experiment
        .with(withFirstSeed(experiment.spec()))
        .soloKey("round of " + experiment.roundCycles() + " cycles", workload);
  }

  private static RunSpec alone(Experiment experiment, int workload) {
    return withFirstSeed(experiment.spec()).alone(workload);
  }

  private static RunSpec withFirstSeed(RunSpec spec) {
    return spec.with().seed(1).build();
  }

  private static Experiment limited(Experiment experiment, int workload, long length) {
    RunSpec spec = experiment.spec();
    List<Long> budgets = new ArrayList<>(spec.instructionBudgets());
    budgets.set(workload, Math.min(length, budgets.get(workload)));
    return experiment.with(spec.with().instructionBudgets(budgets).build());
  }

  private static RunWatcher until(long cycles, RunWatcher watcher) {
    return new RunWatcher() {
      @Override
      public boolean shouldContinue(double doneShare, long cycle, long issued) {
        double share = Math.max(doneShare, (double) cycle / cycles);
        return cycle < cycles && watcher.shouldContinue(share, cycle, issued);
      }

      @Override
      public boolean isStopped() {
        return watcher.isStopped();
      }
    };
  }
}
