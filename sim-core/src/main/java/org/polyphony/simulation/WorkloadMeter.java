package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.KernelTraffic;
import org.polyphony.gpu.dispatch.KernelControlBlocks;

/**
 * Sums what each workload has asked of the memory system and how many of its warps were resident.
 * The device counts by row of the kernel control block: what a row has counted belongs to the
 * workload whose kernel had it last, so that the workloads together have all that the device has.
 */
final class WorkloadMeter {
  private static final int NONE = -1;

  /** What is read of a row. */
  private enum Counter {
    L1_ACCESSES,
    L1_MISSES,
    L2_ACCESSES,
    L2_MISSES,
    DRAM_BYTES,
    DRAM_REQUESTS,
    ROW_HITS,
    ANSWERED,
    WAITED_CYCLES
  }

  private static final Counter[] COUNTERS = Counter.values();

  private final KernelTraffic traffic;
  private final int[] workloadOfRow = new int[KernelControlBlocks.ROWS];
  private final int[] warpsPerBlock = new int[KernelControlBlocks.ROWS];
  private final long[][] read = new long[KernelControlBlocks.ROWS][COUNTERS.length];
  private final long[][] sums; // by workload
  private final long[] residentWarps; // by workload
  private final long[] warpCycles; // of those that have left, less the arrivals of the others

  WorkloadMeter(KernelTraffic traffic, int workloads) {
    this.traffic = traffic;
    Arrays.fill(workloadOfRow, NONE);
    sums = new long[workloads][COUNTERS.length];
    residentWarps = new long[workloads];
    warpCycles = new long[workloads];
  }

  /** A kernel of a workload gets a row. */
  void rowTaken(long cycle, int row, int workload, int warps) {
    read(cycle, row);
    workloadOfRow[row] = workload;
    warpsPerBlock[row] = warps;
  }

  private void read(long cycle, int row) {
    for (Counter counter : COUNTERS) {
      long now = now(cycle, row, counter);
      if (workloadOfRow[row] != NONE) {
        sums[workloadOfRow[row]][counter.ordinal()] += now - read[row][counter.ordinal()];
      }
      read[row][counter.ordinal()] = now;
    }
  }

  private long now(long cycle, int row, Counter counter) {
    return switch (counter) {
      case L1_ACCESSES -> traffic.l1Accesses(row);
      case L1_MISSES -> traffic.l1Misses(row);
      case L2_ACCESSES -> traffic.l2Accesses(row);
      case L2_MISSES -> traffic.l2Misses(row);
      case DRAM_BYTES -> traffic.dramBytes(row);
      case DRAM_REQUESTS -> traffic.dramRequests(row);
      case ROW_HITS -> traffic.dramRowHits(row);
      case ANSWERED -> traffic.answered(row);
      case WAITED_CYCLES -> traffic.waitedCycles(cycle, row);
    };
  }

  /** A thread block of the kernel in a row comes to an SM. */
  void placed(long cycle, int row) {
    add(cycle, row, 1);
  }

  /** A thread block of the kernel in a row has left its SM. */
  void left(long cycle, int row) {
    add(cycle, row, -1);
  }

  private void add(long cycle, int row, int blocks) {
    int warps = blocks * warpsPerBlock[row];
    residentWarps[workloadOfRow[row]] += warps;
    warpCycles[workloadOfRow[row]] -= warps * cycle;
  }

  /** Returns the sums of each workload up to a cycle. */
  List<RunResult.HardwareUse> uses(long cycle) {
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      read(cycle, row);
    }
    List<RunResult.HardwareUse> uses = new ArrayList<>();
    for (int w = 0; w < sums.length; w++) {
      uses.add(
          new RunResult.HardwareUse(
              sum(w, Counter.L1_ACCESSES),
              sum(w, Counter.L1_ACCESSES) - sum(w, Counter.L1_MISSES),
              sum(w, Counter.L2_ACCESSES),
              sum(w, Counter.L2_ACCESSES) - sum(w, Counter.L2_MISSES),
              sum(w, Counter.DRAM_BYTES),
              sum(w, Counter.DRAM_REQUESTS),
              sum(w, Counter.ROW_HITS),
              sum(w, Counter.ANSWERED),
              sum(w, Counter.WAITED_CYCLES),
              warpCycles[w] + residentWarps[w] * cycle));
    }
    return uses;
  }

  private long sum(int workload, Counter counter) {
    return sums[workload][counter.ordinal()];
  }
}
