package org.polyphony.simulation;

import org.polyphony.gpu.Processors;

/** A simulated device on which several workloads run concurrently. */
@FunctionalInterface
public interface Simulation {
  /**
   * Runs until all first rounds have ended or the watcher stops the run.
   *
   * @return the counters; marked partial if the watcher stopped the run
   * @throws SimulationFailure if the device makes no forward progress
   */
  RunResult run(RunSpec spec, RunWatcher watcher);

  /** Returns this device with runs on other processors; results are the same. */
  default Simulation on(Processors processors) {
    return this;
  }

  /** Runs until all first rounds have ended. */
  default RunResult run(RunSpec spec) {
    return run(spec, RunWatcher.NONE);
  }
}
