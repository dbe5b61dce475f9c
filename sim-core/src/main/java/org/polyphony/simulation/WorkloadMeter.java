package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.polyphony.gpu.KernelTraffic;
import org.polyphony.gpu.dispatch.KernelControlBlocks;

/**
 * Memory traffic and resident warps of each workload. The device counts by kernel row; the counts
 * of a row belong to the workload whose kernel occupied it last, so that the workloads' sums equal
 * the device's.
 */
final class WorkloadMeter {
  private static final int NONE = -1;

  /** The counters read from a row. */
  private enum Counter {
    L1_ACCESSES,
    L1_MISSES,
    L2_ACCESSES,
    L2_MISSES,
    DRAM_BYTES,
    DRAM_REQUESTS,
    ROW_HITS,
    LOADS,
    LOAD_CYCLES
  }

  private static final Counter[] COUNTERS = Counter.values();

  private final KernelTraffic traffic;
  private final int[] workloadOfRow = new int[KernelControlBlocks.ROWS];
  private final int[] warpsPerBlock = new int[KernelControlBlocks.ROWS];
  private final long[][] read = new long[KernelControlBlocks.ROWS][COUNTERS.length];
  private final long[][] sums; // by workload
  private final long[] residentWarps; // by workload
  private final long[] warpCycles; // of warps that left, minus arrival cycles of resident ones

  WorkloadMeter(KernelTraffic traffic, int workloads) {
    this.traffic = traffic;
    Arrays.fill(workloadOfRow, NONE);
    sums = new long[workloads][COUNTERS.length];
    residentWarps = new long[workloads];
    warpCycles = new long[workloads];
  }

  /** Called when a kernel of a workload takes a row. */
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
      case LOADS -> traffic.loads(row);
      case LOAD_CYCLES -> traffic.loadCycles(cycle, row);
    };
  }

  /** Called when a thread block of the kernel in a row is placed on an SM. */
  void placed(long cycle, int row) {
    add(cycle, row, 1);
  }

  /** Called when a thread block of the kernel in a row has left its SM. */
  void left(long cycle, int row) {
    add(cycle, row, -1);
  }

  private void add(long cycle, int row, int blocks) {
    int warps = blocks * warpsPerBlock[row];
    residentWarps[workloadOfRow[row]] += warps;
    warpCycles[workloadOfRow[row]] -= warps * cycle;
  }

  /**
   * Returns the sums of each workload up to a cycle.
   *
   * @param slots of a workload
   */
  List<RunResult.HardwareUse> uses(long cycle, IntFunction<Map<String, Long>> slots) {
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
              traffic.lostLines(w),
              sum(w, Counter.DRAM_BYTES),
              sum(w, Counter.DRAM_REQUESTS),
              sum(w, Counter.ROW_HITS),
              sum(w, Counter.LOADS),
              sum(w, Counter.LOAD_CYCLES),
              warpCycles[w] + residentWarps[w] * cycle,
              slots.apply(w)));
    }
    return uses;
  }

  private long sum(int workload, Counter counter) {
    return sums[workload][counter.ordinal()];
  }
}
