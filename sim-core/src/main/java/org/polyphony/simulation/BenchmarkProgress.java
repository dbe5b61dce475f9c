package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.sm.issue.ProgressCounters;

/**
 * Round bookkeeping of one process, and the results of its first round. Instructions of flushed
 * thread blocks do not count, because they are executed again.
 */
final class BenchmarkProgress {
  final int index;
  private final ProgressCounters counters;
  private final long startCycle;
  private final List<RunResult.Launch> launches = new ArrayList<>();
  boolean roundOver; // its running kernel is being dropped
  private boolean started;
  private int rounds; // completed
  private int restarts;
  private long roundStartInstructions;
  private long firstRoundCycles;
  private long firstRoundWarpInstructions;
  private long firstRoundThreadInstructions;
  private long launchCycle;
  private long warpInstructionsAtLaunch;
  private long threadInstructionsAtLaunch;

  BenchmarkProgress(int index, long startCycle, ProgressCounters counters) {
    this.index = index;
    this.startCycle = startCycle;
    this.counters = counters;
  }

  /**
   * Returns the cycle in which the first round starts, or {@link DeviceControl#NEVER} if it has
   * started.
   */
  long startDue() {
    return started ? DeviceControl.NEVER : startCycle;
  }

  void start() {
    started = true;
  }

  boolean hasFinished() {
    return rounds > 0;
  }

  /** Returns the thread instructions executed in the current round, without flushed ones. */
  long roundInstructions() {
    return counters.lastingThreadInstructions(index) - roundStartInstructions;
  }

  void beginRound() {
    roundStartInstructions = counters.lastingThreadInstructions(index);
    roundOver = false;
    restarts += rounds > 0 ? 1 : 0;
  }

  void endRound(long cycle) {
    if (rounds == 0) {
      firstRoundCycles = cycle - startCycle;
      firstRoundWarpInstructions = counters.lastingWarpInstructions(index);
      firstRoundThreadInstructions = counters.lastingThreadInstructions(index);
    }
    rounds++;
    roundOver = true;
  }

  void kernelLaunched(long cycle) {
    launchCycle = cycle;
    warpInstructionsAtLaunch = counters.lastingWarpInstructions(index);
    threadInstructionsAtLaunch = counters.lastingThreadInstructions(index);
  }

  /** Records a finished launch; launches after the first round are ignored. */
  void recordKernel(long cycle, RunningKernels running) {
    if (rounds > 0) {
      return;
    }
    KernelControlBlocks kernels = running.scheduler().kernels();
    int row = running.row(index);
    launches.add(
        new RunResult.Launch(
            index,
            kernels.kernel(row).name(),
            launchCycle,
            cycle - launchCycle,
            counters.lastingWarpInstructions(index) - warpInstructionsAtLaunch,
            counters.lastingThreadInstructions(index) - threadInstructionsAtLaunch,
            kernels.finished(row)));
  }

  List<RunResult.Launch> launches() {
    return launches;
  }

  RunResult.Benchmark result(long cycle) {
    boolean done = hasFinished();
    return new RunResult.Benchmark(
        done ? firstRoundWarpInstructions : counters.lastingWarpInstructions(index),
        done ? firstRoundThreadInstructions : counters.lastingThreadInstructions(index),
        done ? firstRoundCycles : Math.max(0, cycle - startCycle),
        restarts,
        done);
  }
}
