package org.polyphony.simulation;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.dispatch.FragmentationCounters;
import org.polyphony.gpu.dispatch.PreemptionCounters;
import org.polyphony.gpu.dispatch.PreemptionTechnique;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.mem.PrefetchCounts;
import org.polyphony.gpu.part.prefetch.Prefetchers;
import org.polyphony.gpu.sm.SmCounters;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.policy.partition.PolicyDecision;

/**
 * The result of a run: raw counters, no ratios.
 *
 * @param partial whether the run was stopped before all first rounds had ended
 * @param cycles core cycles of the run
 * @param warpInstructions warp instructions issued, including later rounds
 * @param threadInstructions thread instructions issued, including later rounds
 * @param benchmarks the first round of each workload, in config order; of a run with arrivals all
 *     rounds
 * @param launches kernel launches of the first rounds, by start time
 * @param device hardware counters of the whole device
 * @param hardware hardware counters of each workload, in config order; empty for a composed run
 * @param partitioning decisions and preemptions of the policy
 * @param epochs one row per kernel and epoch, by time, then workload
 * @param windows one row per workload and IPC window of all SMs; empty if none were requested
 * @param windowsOfSm the same for SM 0
 * @param uses role and quotas of the SMs, by time, then SM
 * @param events thread-block events on the SMs, by time
 * @param requests to processes with arrivals that have ended, by process, then arrival
 * @param parts the runs that a composed run (the oracle's) consists of; empty for a simulated run.
 *     A composed run has no launches, hardware counters, windows, uses or events
 */
public record RunResult(
    boolean partial,
    long cycles,
    long warpInstructions,
    long threadInstructions,
    List<Benchmark> benchmarks,
    List<Launch> launches,
    Device device,
    List<HardwareUse> hardware,
    Partitioning partitioning,
    List<EpochRow> epochs,
    List<WindowRow> windows,
    List<WindowRow> windowsOfSm,
    List<SmUse> uses,
    EventLog events,
    List<Request> requests,
    List<Part> parts) {
  /**
   * A simulated run under one partition that contributes to the oracle's composed run.
   *
   * @param benchmarks the first round of each workload, in config order
   * @param windows number of instruction windows that the oracle took from this run
   */
  public record Part(String partition, List<Benchmark> benchmarks, long windows) {}

  /**
   * The first round of one workload; of a run with arrivals, all its rounds.
   *
   * @param warpInstructions warp instructions of the first round
   * @param cycles core cycles from its start to the end of the first round, or of the run
   * @param restarts number of later rounds started
   * @param finished whether the first round ended, by itself or by its instruction budget
   */
  public record Benchmark(
      long warpInstructions, long threadInstructions, long cycles, int restarts, boolean finished) {
    /** Returns thread instructions per core cycle; NaN before the first cycle. */
    public double ipc() {
      return cycles == 0 ? Double.NaN : (double) threadInstructions / cycles;
    }
  }

  /**
   * One kernel launch of a first round.
   *
   * @param startCycle core cycle of the launch by the host
   * @param cycles core cycles from the launch to the end of the last thread block
   * @param threadBlocks thread blocks completed
   */
  public record Launch(
      int workload,
      String kernel,
      long startCycle,
      long cycles,
      long warpInstructions,
      long threadInstructions,
      long threadBlocks) {}

  /**
   * A request to a workload with arrivals: one run of its host program. It waits until the request
   * before has ended.
   *
   * @param request number of the request to its workload, from 0
   * @param arrival core cycle of its arrival
   * @param start core cycle in which its first thread block was launched; -1 if none was
   * @param end core cycle in which its last kernel ended
   * @param isLate whether it ended after its deadline
   */
  public record Request(
      int workload, long request, long arrival, long start, long end, boolean isLate) {
    /** Returns the core cycles from arrival to end. */
    public long latency() {
      return end - arrival;
    }
  }

  /**
   * Hardware use of one workload in the whole run, including later rounds.
   *
   * @param l1Accesses L1D look-ups
   * @param l1Hits L1D look-ups that hit; a hit on a pending miss does not count
   * @param l2Accesses L2 look-ups: L1D misses, writes, atomics, instruction and constant fetches
   * @param l2Hits L2 look-ups that hit, including hits on pending misses
   * @param l2LostLines lines in L2 that requests of other workloads evicted
   * @param dramBytes bytes read from and written to DRAM, including write-backs that its requests
   *     caused
   * @param dramRequests sectors or lines read and written
   * @param rowHits DRAM requests that hit an open row
   * @param loads completed reads and atomics sent from an SM to L2
   * @param loadCycles total latency of these reads and atomics, core cycles
   * @param residentWarpCycles core cycles during which warps were resident on an SM, summed over
   *     warps
   * @param slots issue slots of the warp schedulers on which it had warps, by what became of them;
   *     empty if it ran alone
   */
  public record HardwareUse(
      long l1Accesses,
      long l1Hits,
      long l2Accesses,
      long l2Hits,
      long l2LostLines,
      long dramBytes,
      long dramRequests,
      long rowHits,
      long loads,
      long loadCycles,
      long residentWarpCycles,
      Map<String, Long> slots) {}

  /**
   * Hardware counters, summed over the device.
   *
   * @param l1Accesses sectors looked up in L1D by loads and stores
   * @param l1Hits of these, hits; a hit on a pending miss does not count
   * @param l2Accesses sectors looked up in L2
   * @param l2Hits of these, hits, including hits on pending misses
   * @param dramReadBytes bytes read from DRAM
   * @param dramWriteBytes bytes written to DRAM
   * @param dramPeakBytes bytes that DRAM can transfer in the cycles of the run
   * @param issueSlots warp schedulers times cycles
   * @param stalls issue slots without an instruction, by cause; with the issued ones they sum to
   *     {@code issueSlots}
   * @param prefetches of L1D and L2, in fill units: issued, and of these useful and late; empty
   *     without a prefetcher
   */
  public record Device(
      long l1Accesses,
      long l1Hits,
      long l2Accesses,
      long l2Hits,
      long dramReadBytes,
      long dramWriteBytes,
      long dramPeakBytes,
      long issueSlots,
      Map<String, Long> stalls,
      Map<String, Long> prefetches) {
    /** Sums the counters of a GPU. */
    static Device of(Gpu gpu) {
      long accesses = 0;
      long hits = 0;
      long[] slots = new long[StallCause.values().length];
      for (int sm = 0; sm < gpu.config().sms(); sm++) {
        SmCounters counters = gpu.smCounters(sm);
        accesses += counters.l1Accesses();
        hits += counters.l1Accesses() - counters.l1Misses();
        for (int cause = 0; cause < slots.length; cause++) {
          slots[cause] += counters.issueSlots().get(cause);
        }
      }
      MemoryCounters memory = gpu.memoryCounters();
      return new Device(
          accesses,
          hits,
          memory.l2Accesses(),
          memory.l2Accesses() - memory.l2Misses(),
          memory.dramReadBytes(),
          memory.dramWriteBytes(),
          peakBytes(gpu.config(), gpu.cycle()) * gpu.copies().of(Resource.DRAM),
          Arrays.stream(slots).sum(),
          stalls(slots, gpu.config().sm().sharedMemory().ownPath()),
          prefetches(gpu));
    }

    private static Map<String, Long> prefetches(Gpu gpu) {
      Map<String, Long> prefetches = new LinkedHashMap<>();
      if (!Prefetchers.KIND.isDefault(gpu.config().l1d().prefetcher())) {
        put(prefetches, "l1", gpu.l1Prefetches());
      }
      if (!Prefetchers.KIND.isDefault(gpu.config().l2().prefetcher())) {
        put(prefetches, "l2", gpu.l2Prefetches());
      }
      return prefetches;
    }

    private static void put(Map<String, Long> prefetches, String cache, PrefetchCounts counts) {
      prefetches.put(cache + "Issued", counts.issued());
      prefetches.put(cache + "Useful", counts.useful());
      prefetches.put(cache + "Late", counts.late());
    }

    /**
     * Returns the issue slots of a workload by cause, those that issued and those lost to others
     * too; nothing if it runs alone.
     */
    static Map<String, Long> slots(Gpu gpu, int workload) {
      Map<String, Long> slots = new LinkedHashMap<>();
      if (gpu.progress().processes() > 1) {
        long[] counted = gpu.progress().slots(gpu.endOfRun(), workload);
        slots.put("issued", counted[StallCause.ISSUED.ordinal()]);
        slots.put("lostToOthers", counted[StallCause.values().length]);
        slots.putAll(stalls(counted, gpu.config().sm().sharedMemory().ownPath()));
        slots.remove(camelCase(StallCause.NO_WARP.name()));
      }
      return slots;
    }

    private static long peakBytes(GpuConfig gpu, long cycles) {
      DramConfig dram = gpu.dram();
      double commandClocks = (double) cycles * dram.commandKhz() / gpu.coreKhz();
      return (long) (commandClocks * dram.bytesPerCommandClock() * dram.channels());
    }

    private static Map<String, Long> stalls(long[] slots, boolean hasSharedPath) {
      Map<String, Long> stalls = new LinkedHashMap<>();
      for (StallCause cause : StallCause.values()) {
        boolean isStall = cause != StallCause.ISSUED;
        boolean canOccur =
            switch (cause) {
              case SHARED_PIPE_BUSY -> hasSharedPath;
              case ASYNC_GROUP, MBARRIER ->
                  slots[cause.ordinal()] > 0; // kernels that wait for none are many
              default -> true;
            };
        if (isStall && canOccur) {
          stalls.put(camelCase(cause.name()), slots[cause.ordinal()]);
        }
      }
      return stalls;
    }

    /** Returns {@code LOAD_DEPENDENCY} as {@code loadDependency}. */
    private static String camelCase(String constant) {
      StringBuilder name = new StringBuilder();
      for (String word : constant.split("_", -1)) {
        boolean isFirst = name.length() == 0;
        name.append(isFirst ? word.substring(0, 1).toLowerCase(Locale.ROOT) : word.substring(0, 1));
        name.append(word.substring(1).toLowerCase(Locale.ROOT));
      }
      return name.toString();
    }

    /** Returns bytes read from and written to DRAM. */
    public long dramBytes() {
      return dramReadBytes + dramWriteBytes;
    }

    /** Returns the L1D hit rate, 0 to 1; NaN without look-ups. */
    public double l1HitRate() {
      return (double) l1Hits / l1Accesses;
    }

    /** Returns the L2 hit rate, 0 to 1; NaN without look-ups. */
    public double l2HitRate() {
      return (double) l2Hits / l2Accesses;
    }

    /** Returns transferred bytes over peak bytes, 0 to 1. */
    public double dramUtilization() {
      return (double) dramBytes() / dramPeakBytes;
    }

    /** Returns the share of issue slots that issued an instruction, 0 to 1. */
    public double issueUtilization() {
      long stalled = stalls.values().stream().mapToLong(Long::longValue).sum();
      return (double) (issueSlots - stalled) / issueSlots;
    }
  }

  /**
   * Decisions of the partition policy and the preemptions they caused.
   *
   * @param policy what the policy says of itself
   * @param decisions the policy's decisions, by time
   * @param preemptions preempted thread blocks by technique
   * @param latencyCycles core cycles from decision to freed slot, summed, by technique
   * @param flushedInstructions warp instructions of flushed thread blocks, which are executed again
   * @param lostCycles SM cycles lost to preemption
   * @param fragmentation of registers and shared memory
   */
  public record Partitioning(
      PolicyFacts policy,
      List<PolicyDecision> decisions,
      Map<String, Long> preemptions,
      Map<String, Long> latencyCycles,
      long flushedInstructions,
      long lostCycles,
      Fragmentation fragmentation) {
    static Partitioning of(
        PolicyFacts policy,
        List<PolicyDecision> decisions,
        PreemptionCounters counters,
        FragmentationCounters fragmentation) {
      Map<String, Long> preemptions = new LinkedHashMap<>();
      Map<String, Long> latencies = new LinkedHashMap<>();
      for (PreemptionTechnique technique : PreemptionTechnique.values()) {
        if (counters.threadBlocks(technique) > 0) {
          String name = technique.name().toLowerCase(Locale.ROOT);
          preemptions.put(name, counters.threadBlocks(technique));
          latencies.put(name, counters.latencyCycles(technique));
        }
      }
      return new Partitioning(
          policy,
          List.copyOf(decisions),
          preemptions,
          latencies,
          counters.flushedInstructions(),
          Math.round(counters.lostSmCycles()),
          new Fragmentation(
              fragmentation.periods(),
              fragmentation.smCycles(),
              Math.round(fragmentation.registerSmCycles()),
              Math.round(fragmentation.sharedMemorySmCycles())));
    }
  }

  /**
   * SM fragmentation: a thread block fits by free amount, but not in one contiguous range.
   *
   * @param periods number of times an SM became fragmented
   * @param smCycles core cycles with a fragmented SM, summed over SMs
   * @param registerSmCycles the same, each cycle weighted by the unusable share of registers
   * @param sharedMemorySmCycles the same for shared memory
   */
  public record Fragmentation(
      long periods, long smCycles, long registerSmCycles, long sharedMemorySmCycles) {}

  /**
   * One workload in one epoch, or in several consecutive ones in which no workload had a kernel.
   *
   * @param epoch the first of them
   * @param kernel running at the end of the epoch; empty if none
   * @param quota thread-block quota set by the policy, summed over SMs
   * @param resident thread blocks resident at the end of the epoch
   * @param decision the policy's last decision about the workload in the epoch
   */
  public record EpochRow(
      int epoch,
      long startCycle,
      long endCycle,
      int workload,
      String kernel,
      long warpInstructions,
      long threadInstructions,
      int quota,
      int resident,
      Optional<PolicyDecision> decision) {
    boolean isIdle() {
      return kernel.isEmpty() && warpInstructions == 0 && decision.isEmpty();
    }

    EpochRow until(long cycle) {
      return new EpochRow(
          epoch,
          startCycle,
          cycle,
          workload,
          kernel,
          warpInstructions,
          threadInstructions,
          quota,
          resident,
          decision);
    }
  }

  /**
   * Role and quotas of an SM, valid until the SM's next row.
   *
   * @param cycle core cycle of the change
   * @param role one word; empty if the policy has no SM roles
   * @param quotas thread-block quota of each workload
   */
  public record SmUse(long cycle, int sm, String role, List<Integer> quotas) {
    public SmUse {
      quotas = List.copyOf(quotas);
    }
  }

  /**
   * One workload in one IPC window.
   *
   * @param kernel running at the end of the window; empty if none
   * @param warpInstructions issued in the window; 0 in a window of one SM
   */
  public record WindowRow(
      int window,
      long startCycle,
      long endCycle,
      int workload,
      String kernel,
      long warpInstructions,
      long threadInstructions) {}
}
