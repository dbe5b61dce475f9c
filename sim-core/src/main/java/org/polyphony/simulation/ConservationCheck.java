package org.polyphony.simulation;

import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.ThreadBlockScheduler;
import org.polyphony.gpu.sm.SmCounters;

/**
 * What must hold at any cycle: each issue slot has one cause, what the SMs have issued is what the
 * workloads have executed, and the tables of the thread-block scheduler agree with each other.
 */
record ConservationCheck(Gpu gpu, ThreadBlockScheduler scheduler, int workloads) {
  /** Checks the device as it is between two cycles. */
  void check(long cycle) {
    SmConfig config = gpu.config().sm();
    long issued = 0;
    for (int sm = 0; sm < gpu.config().sms(); sm++) {
      SmCounters counters = gpu.smCounters(sm);
      long charged = counters.issueSlots().stream().mapToLong(Long::longValue).sum();
      String slots = "issue slots of SM " + sm;
      require(charged == cycle * config.warpSchedulers(), slots, charged, cycle);
      issued += counters.issued();
    }
    long executed = 0;
    for (int w = 0; w < workloads; w++) {
      executed += gpu.progress().warpInstructions(w);
    }
    require(issued == executed, "warp instructions, of workloads " + executed, issued, cycle);
    try {
      scheduler.verifyConservation();
    } catch (IllegalStateException e) {
      throw failure(cycle, e.getMessage(), e);
    }
  }

  /** Lets a device without thread blocks come to rest; then nothing may be in flight. */
  void checkEnd() {
    if (scheduler.kernels().runningMask() == 0) {
      try {
        gpu.settle();
        gpu.verifyConservation();
      } catch (IllegalStateException e) {
        throw failure(gpu.cycle(), e.getMessage(), e);
      }
    }
  }

  private static void require(boolean holds, String what, long found, long cycle) {
    if (!holds) {
      throw failure(cycle, what + ": " + found, null);
    }
  }

  private static SimulationFailure failure(long cycle, String what, Throwable cause) {
    return new SimulationFailure("conservation in cycle " + cycle + ": " + what, "", cause);
  }
}
