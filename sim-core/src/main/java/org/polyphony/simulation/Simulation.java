package org.polyphony.simulation;

/** A device that runs workloads side by side. */
@FunctionalInterface
public interface Simulation {
  /**
   * Runs to the end of every first round, or until asked to stop.
   *
   * @return what was counted; marked partial when the watcher stopped the run
   * @throws SimulationFailure when the device makes no forward progress
   */
  RunResult run(RunRequest request, RunWatcher watcher);

  /** Runs to the end of every first round, unwatched. */
  default RunResult run(RunRequest request) {
    return run(request, RunWatcher.NONE);
  }
}
