package org.polyphony.study.silicon;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.run.Outcome;
import org.polyphony.simulation.RunResult;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.study.silicon.ReferenceFile.Application;

/**
 * An application on our device and on the reference.
 *
 * @param name of the application
 * @param ours our run of it, alone
 * @param reference the reference's
 */
record ComparedApplication(String name, Outcome ours, Application reference) {
  /** Returns total core cycles. */
  Pair cycles() {
    return new Pair(name, ours.shared().cycles(), reference.cycles());
  }

  /** Returns thread instructions per cycle. */
  Pair ipc() {
    return new Pair(
        name,
        ours.shared().benchmarks().get(0).ipc(),
        (double) reference.threadInstructions() / reference.cycles());
  }

  /** Returns the miss rate of L1D. */
  Pair l1MissRate() {
    return new Pair(name, 1 - device().l1HitRate(), reference.l1MissRate());
  }

  /** Returns the miss rate of L2. */
  Pair l2MissRate() {
    return new Pair(name, 1 - device().l2HitRate(), reference.l2MissRate());
  }

  RunResult.Device device() {
    return ours.shared().device();
  }

  /** Returns warp instructions simulated per processor second, as the reference states it. */
  Pair speed() {
    return new Pair(
        name,
        ours.simulatedWarpInstructions() / ours.cpuSeconds(),
        reference.warpInstructionsPerSecond());
  }

  /** Returns the core cycles of every launch that both have, in launch order. */
  List<Pair> kernels() {
    List<Pair> pairs = new ArrayList<>();
    List<RunResult.Launch> launches = ours.shared().launches();
    int both = Math.min(launches.size(), reference.kernels().size());
    for (int i = 0; i < both; i++) {
      pairs.add(
          new Pair(launches.get(i).kernel(), launches.get(i).cycles(), reference.kernels().get(i)));
    }
    return pairs;
  }
}
