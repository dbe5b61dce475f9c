package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.sm.issue.ProgressCounters;

/**
 * One process of a run: where it is in its rounds, and what it achieved in the first. Work of
 * thread blocks that were flushed is no achievement: only what lasts counts.
 */
final class BenchmarkProgress {
  final int index;
  private final ProgressCounters counters;
  private final long startCycle;
  private final List<RunResult.Launch> launches = new ArrayList<>();
  boolean roundOver; // the kernel that still runs is being dropped
  private boolean started;
  private int rounds; // ended
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

  /** Returns when its first round begins; never again once it has begun. */
  long startDue() {
    return started ? DeviceControl.NEVER : startCycle;
  }

  void start() {
    started = true;
  }

  boolean hasFinished() {
    return rounds > 0;
  }

  /** Returns the thread instructions done in the present round, without those to be done again. */
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

  /** Records the launch that ends; only those of the first round count. */
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
