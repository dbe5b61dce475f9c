package org.polyphony.bench;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;

/**
 * How fast a request was simulated by warm code, on one thread.
 *
 * @param work what one run has to simulate
 * @param warpInstructions of all runs that were timed
 * @param nanos processor time of the thread in these runs
 * @param from when they began
 * @param to when they ended
 */
record MeasuredSpeed(DeviceWork work, long warpInstructions, long nanos, Instant from, Instant to) {
  /**
   * Runs a request for some seconds to warm up, at least once, and then as long to measure.
   *
   * @param request what runs
   * @param watcher may end a run
   * @param seconds of each
   * @throws IllegalStateException when two runs do not agree
   */
  static MeasuredSpeed of(RunRequest request, RunWatcher watcher, double seconds) {
    DeviceWork work = DeviceWork.of(request, watcher);
    run(request, watcher, seconds, work);
    Instant from = Instant.now();
    long begun = threadNanos();
    long warpInstructions = run(request, watcher, seconds, work);
    return new MeasuredSpeed(work, warpInstructions, threadNanos() - begun, from, Instant.now());
  }

  private static long run(
      RunRequest request, RunWatcher watcher, double seconds, DeviceWork expected) {
    long end = threadNanos() + (long) (seconds * 1e9);
    long warpInstructions = 0;
    do {
      RunResult result = new GpuSimulation().run(request, watcher);
      check(expected, result);
      warpInstructions += result.warpInstructions();
    } while (threadNanos() < end);
    return warpInstructions;
  }

  private static void check(DeviceWork expected, RunResult result) {
    boolean isSame =
        result.cycles() == expected.cycles()
            && result.warpInstructions() == expected.warpInstructions()
            && result.device().l2Accesses() == expected.l2Lookups();
    if (!isSame) {
      throw new IllegalStateException("cycles: " + expected.cycles() + ", then " + result.cycles());
    }
  }

  private static long threadNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Returns warp instructions per second of processor time. */
  double perSecond() {
    return warpInstructions * 1e9 / nanos;
  }

  /** Returns nanoseconds of processor time per warp instruction. */
  double nanosPerWarpInstruction() {
    return (double) nanos / warpInstructions;
  }
}
