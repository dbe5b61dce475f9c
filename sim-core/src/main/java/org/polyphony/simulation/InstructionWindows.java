package org.polyphony.simulation;

import java.util.function.IntToLongFunction;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.kernel.Kernel;

/**
 * Cuts a run into windows of equally many thread instructions, as the IPC traces of GPU Maestro's
 * Figures 3 and 7 do.
 *
 * <p>Window k, from 0, ends with the first cycle after which (k + 1) times the length have been
 * issued, all workloads together, by one SM or by all. The ends are exact: a window that is not
 * over is looked at again when it could be over at the earliest, were the device to issue all it
 * can.
 */
final class InstructionWindows {
  private final IntToLongFunction threads;
  private final long length;
  private final long mostPerCycle;
  private final Sampler sampler;
  private final int workloads;
  private long due;
  private long goal;

  /**
   * Makes the windows of a run.
   *
   * @param warps warp instructions that a workload has issued so far
   * @param threads thread instructions that a workload has issued so far
   * @param length thread instructions of a window, all workloads together; 0 for no windows
   * @param mostPerCycle thread instructions that can be issued in a cycle, at least 1
   */
  InstructionWindows(
      IntToLongFunction warps,
      IntToLongFunction threads,
      int workloads,
      long length,
      long mostPerCycle,
      Sampler.Rows rows) {
    this.threads = threads;
    this.length = length;
    this.mostPerCycle = mostPerCycle;
    this.workloads = workloads;
    this.sampler = new Sampler(warps, threads, workloads, 0, rows);
    goal = length;
  }

  /** Returns the thread instructions that an SM can issue in a cycle. */
  static long mostPerCycle(SmConfig sm) {
    return (long) Kernel.WARP_SIZE * sm.issueWidth() * sm.warpSchedulers();
  }

  /**
   * Ends the window if it is over before a cycle.
   *
   * @param cycle the first one with work at or after the one asked for last
   * @return the cycle at which to ask again: the earliest before which the window can be over
   */
  long lookBefore(long cycle) {
    if (length == 0) {
      return Long.MAX_VALUE;
    }
    if (cycle < due) {
      return due;
    }
    long issued = issued();
    if (issued >= goal) {
      sampler.sample(due); // nothing was issued between the cycle asked for and this one
      goal = (issued / length + 1) * length;
    }
    due = cycle + (goal - issued + mostPerCycle - 1) / mostPerCycle;
    return due;
  }

  /** Ends the last window, which may be shorter. */
  void finish(long cycle) {
    if (length > 0 && cycle > sampler.start()) {
      sampler.sample(cycle);
    }
  }

  private long issued() {
    long issued = 0;
    for (int w = 0; w < workloads; w++) {
      issued += threads.applyAsLong(w);
    }
    return issued;
  }
}
