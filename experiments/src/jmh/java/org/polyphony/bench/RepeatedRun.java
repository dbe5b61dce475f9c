package org.polyphony.bench;

import org.polyphony.gpu.Processors;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;

/** A run that is simulated again and again, and must come out the same each time. */
final class RepeatedRun {
  private final RunSpec spec;
  private final RunWatcher watcher;
  private final RunResult first;
  private final Simulation device;

  /**
   * Runs twice.
   *
   * @throws IllegalStateException when the results differ
   */
  RepeatedRun(RunSpec spec, RunWatcher watcher) {
    this(spec, watcher, Processors.onePerRun());
  }

  /**
   * Runs on one thread, then on some processors.
   *
   * @throws IllegalStateException when the results differ
   */
  RepeatedRun(RunSpec spec, RunWatcher watcher, Processors processors) {
    this.device = new GpuSimulation().on(processors);
    this.spec = spec;
    this.watcher = watcher;
    this.first = new GpuSimulation().run(spec, watcher);
    simulate(new WarpInstructions());
  }

  /**
   * Runs once more and counts.
   *
   * @throws IllegalStateException when the result is not that of the first time
   */
  RunResult simulate(WarpInstructions counts) {
    RunResult again = device.run(spec, watcher);
    if (again.cycles() != first.cycles() || !again.benchmarks().equals(first.benchmarks())) {
      throw new IllegalStateException("cycles: " + first.cycles() + ", then " + again.cycles());
    }
    counts.warpInstructions += again.warpInstructions();
    return again;
  }
}
