package org.polyphony.simulation;

import java.util.function.IntToLongFunction;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.kernel.Kernel;

/**
 * Splits a run into windows of equal numbers of thread instructions, as in the IPC traces of GPU
 * Maestro, Figures 3 and 7.
 *
 * <p>Window k, from 0, ends with the first cycle after which all workloads together have issued (k
 * + 1) * length thread instructions, on one SM or on all SMs. Window ends are exact: an unfinished
 * window is checked again in the earliest cycle in which it can end at the peak issue rate.
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
   * Creates the windows of a run.
   *
   * @param warps warp instructions that a workload has issued so far
   * @param threads thread instructions that a workload has issued so far
   * @param length thread instructions per window, all workloads together; 0 disables windows
   * @param mostPerCycle peak thread instructions per cycle, at least 1
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

  /** Returns the peak thread instructions per cycle of an SM. */
  static long mostPerCycle(SmConfig sm) {
    return (long) Kernel.WARP_SIZE * sm.issueWidth() * sm.warpSchedulers();
  }

  /**
   * Ends the current window if it is complete before {@code cycle}.
   *
   * @param cycle the first cycle with work at or after the requested one
   * @return the cycle of the next check: the earliest in which the window can end
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
      sampler.sample(due); // no instruction was issued between the requested cycle and this one
      goal = (issued / length + 1) * length;
    }
    due = cycle + (goal - issued + mostPerCycle - 1) / mostPerCycle;
    return due;
  }

  /** Ends the last window, which may be shorter than the others. */
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
