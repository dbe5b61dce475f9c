package org.polyphony.simulation;

/** A device that runs workloads side by side. */
@FunctionalInterface
public interface Simulation {
  /**
   * Runs to the end of every first round, or until asked to stop.
   *
   * @param request what runs, on what, and how it is shared
   * @param watcher hears how far the run is, and can stop it
   * @return what was counted; marked partial when the watcher stopped the run
   * @throws SimulationFailure when the device makes no forward progress
   */
  RunResult run(RunRequest request, RunWatcher watcher);

  /** Runs to the end of every first round, unwatched. */
  default RunResult run(RunRequest request) {
    return run(request, RunWatcher.NONE);
  }
}
