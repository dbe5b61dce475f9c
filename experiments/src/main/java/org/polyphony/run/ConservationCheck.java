package org.polyphony.run;

import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.SmStatusTable;
import org.polyphony.gpu.ThreadBlockNeed;
import org.polyphony.gpu.ThreadBlockScheduler;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.sm.SmCounters;

/**
 * What must hold at any cycle: each issue slot has one cause, what the SMs have issued is what the
 * workloads have, and an SM's free resources and its resident thread blocks make the whole SM.
 */
final class ConservationCheck {
  private final Gpu gpu;
  private final ThreadBlockScheduler scheduler;
  private final int workloads;

  ConservationCheck(Gpu gpu, ThreadBlockScheduler scheduler, int workloads) {
    this.gpu = gpu;
    this.scheduler = scheduler;
    this.workloads = workloads;
  }

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
      checkResources(cycle, sm, config);
    }
    long executed = 0;
    for (int w = 0; w < workloads; w++) {
      executed += gpu.progress().warpInstructions(w);
    }
    require(issued == executed, "warp instructions, of workloads " + executed, issued, cycle);
  }

  private void checkResources(long cycle, int sm, SmConfig config) {
    SmStatusTable table = scheduler.sms();
    long threads = table.freeThreads(sm);
    long warps = table.freeWarps(sm);
    long slots = table.freeSlots(sm);
    long registers = table.registers(sm).free();
    long sharedMemory = table.sharedMemory(sm).free();
    for (int slot = 0; slot < table.slots(); slot++) {
      if (table.state(sm, slot) != SmStatusTable.FREE) {
        ThreadBlockNeed need = need(table.kernel(sm, slot));
        threads += need.threads();
        warps += need.warps();
        slots++;
        registers += need.registers();
        sharedMemory += need.sharedMemoryBytes();
      }
    }
    String of = " of SM " + sm + ", free and taken";
    require(threads == config.threads(), "threads" + of, threads, cycle);
    require(warps == config.warps(), "warps" + of, warps, cycle);
    require(slots == config.threadBlocks(), "thread-block slots" + of, slots, cycle);
    require(registers == config.registers(), "registers" + of, registers, cycle);
    require(sharedMemory == config.sharedMemoryBytes(), "shared memory" + of, sharedMemory, cycle);
  }

  private ThreadBlockNeed need(int kernelRow) {
    return scheduler.kernels().need(kernelRow);
  }

  /** Checks the device at rest after a run: nothing is in flight. */
  void checkEnd(long cycle) {
    if (scheduler.kernels().runningMask() == 0) {
      try {
        gpu.verifyConservation();
      } catch (IllegalStateException e) {
        throw new SimulationFailure(
            "conservation after cycle " + cycle + ": " + e.getMessage(), "", e);
      }
    }
  }

  private static void require(boolean holds, String what, long found, long cycle) {
    if (!holds) {
      throw new SimulationFailure(
          "conservation in cycle " + cycle + ": " + what + ": " + found, "", null);
    }
  }
}
