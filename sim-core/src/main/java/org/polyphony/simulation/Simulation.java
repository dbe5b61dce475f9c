package org.polyphony.simulation;

/** A simulated device on which several workloads run concurrently. */
@FunctionalInterface
public interface Simulation {
  /**
   * Runs until all first rounds have ended or the watcher stops the run.
   *
   * @return the counters; marked partial if the watcher stopped the run
   * @throws SimulationFailure if the device makes no forward progress
   */
  RunResult run(RunRequest request, RunWatcher watcher);

  /** Runs until all first rounds have ended. */
  default RunResult run(RunRequest request) {
    return run(request, RunWatcher.NONE);
  }
}
