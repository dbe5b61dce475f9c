package org.polyphony.bench;

import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;

/** A run that is simulated again and again, and must come out the same each time. */
final class RepeatedRun {
  private final RunRequest request;
  private final RunWatcher watcher;
  private final RunResult first;

  /**
   * Runs twice.
   *
   * @throws IllegalStateException when the results differ
   */
  RepeatedRun(RunRequest request, RunWatcher watcher) {
    this.request = request;
    this.watcher = watcher;
    this.first = new GpuSimulation().run(request, watcher);
    simulate(new WarpInstructions());
  }

  /**
   * Runs once more and counts.
   *
   * @throws IllegalStateException when the result is not that of the first time
   */
  RunResult simulate(WarpInstructions counts) {
    RunResult again = new GpuSimulation().run(request, watcher);
    if (again.cycles() != first.cycles() || !again.benchmarks().equals(first.benchmarks())) {
      throw new IllegalStateException("cycles: " + first.cycles() + ", then " + again.cycles());
    }
    counts.warpInstructions += again.warpInstructions();
    return again;
  }
}
