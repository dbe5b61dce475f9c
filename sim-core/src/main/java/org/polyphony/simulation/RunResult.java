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
import org.polyphony.gpu.dispatch.FragmentationCounters;
import org.polyphony.gpu.dispatch.PreemptionCounters;
import org.polyphony.gpu.dispatch.PreemptionTechnique;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.sm.SmCounters;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PolicyDecision;

/**
 * What a run has counted: raw numbers, no ratios.
 *
 * @param partial true when the run was stopped before every first round had ended
 * @param cycles core cycles of the run
 * @param warpInstructions warp instructions issued, later rounds included
 * @param threadInstructions thread instructions issued, later rounds included
 * @param benchmarks first round of each workload, in config order
 * @param launches kernel launches of the first rounds, in order of their start
 * @param device counters of the hardware
 * @param hardware what each workload used of it, in config order; empty for a run with parts
 * @param partitioning what the policy did
 * @param epochs one row per kernel and epoch, in order of time, then workload
 * @param windows one row per workload and IPC window of all SMs; empty when none were asked for
 * @param windowsOfSm the same of SM 0
 * @param uses what the policy used the SMs for, in order of time, then SM
 * @param events what moved on the SMs, in order of time
 * @param parts the runs that it was put together from; empty for a run that a device has made. One
 *     with parts has no launches, no counters of the hardware, no windows, uses and events
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
    List<Part> parts) {

  /**
   * A run under one partition, of which the oracle's run was put together.
   *
   * @param benchmarks first round of each workload in it, in config order
   * @param windows instruction windows that were taken from it
   */
  public record Part(String partition, List<Benchmark> benchmarks, long windows) {}

  /**
   * First round of one workload.
   *
   * @param warpInstructions warp instructions of the first round
   * @param cycles core cycles to the end of the first round, or of the run when it is partial
   * @param restarts rounds begun after the first
   * @param finished true when the first round is over, by its end or by the instruction budget
   */
  public record Benchmark(
      long warpInstructions, long threadInstructions, long cycles, int restarts, boolean finished) {
    /** Returns thread instructions per core cycle; not a number before the first cycle. */
    public double ipc() {
      return cycles == 0 ? Double.NaN : (double) threadInstructions / cycles;
    }
  }

  /**
   * One kernel launch of a first round.
   *
   * @param startCycle core cycle at which the host launched it
   * @param cycles core cycles from the launch to its last thread block's end
   * @param threadBlocks thread blocks that have ended
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
   * What one workload used of the hardware in all of the run, later rounds included.
   *
   * @param l1Accesses look-ups in L1D
   * @param l1Hits of these, those that found their data; data on its way is not found
   * @param l2Accesses look-ups in L2: L1D's misses, writes, atomics, instructions and constants
   * @param l2Hits of these, those that found their data, there or on its way
   * @param dramBytes read from DRAM and written to it, what its requests displaced included
   * @param dramRequests sectors or lines read and written
   * @param rowHits of these, those that found their row of DRAM open
   * @param loads reads and atomics that an SM sent to L2 and that are answered
   * @param loadCycles core cycles that reads and atomics were under way, summed
   * @param residentWarpCycles core cycles that its warps had a place on an SM, summed over warps
   */
  public record HardwareUse(
      long l1Accesses,
      long l1Hits,
      long l2Accesses,
      long l2Hits,
      long dramBytes,
      long dramRequests,
      long rowHits,
      long loads,
      long loadCycles,
      long residentWarpCycles) {}

  /**
   * Counters of the hardware, summed over its parts.
   *
   * @param l1Accesses sectors that loads and stores looked up in L1D
   * @param l1Hits of these, those found; one on its way is not
   * @param l2Accesses sectors that were looked up in L2
   * @param l2Hits of these, those found
   * @param dramReadBytes bytes read from DRAM
   * @param dramWriteBytes bytes written to DRAM
   * @param dramPeakBytes bytes that DRAM could have moved in the cycles of the run
   * @param issueSlots warp schedulers times cycles
   * @param stalls issue slots that issued nothing, by cause; with the issued ones they sum to
   *     {@code issueSlots}
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
      Map<String, Long> stalls) {
    /** Adds up what the parts of a device have counted. */
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
          peakBytes(gpu.config(), gpu.cycle()),
          Arrays.stream(slots).sum(),
          stalls(slots, gpu.config().sm().sharedMemory().ownPath()));
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
        if (isStall && (hasSharedPath || cause != StallCause.SHARED_PIPE_BUSY)) {
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

    /** Returns the share of look-ups in L1D that hit; not a number without any. */
    public double l1HitRate() {
      return (double) l1Hits / l1Accesses;
    }

    /** Returns the share of look-ups in L2 that hit; not a number without any. */
    public double l2HitRate() {
      return (double) l2Hits / l2Accesses;
    }

    /** Returns bytes moved over those that DRAM could have moved. */
    public double dramUtilization() {
      return (double) dramBytes() / dramPeakBytes;
    }

    /** Returns the share of the issue slots that issued. */
    public double issueUtilization() {
      long stalled = stalls.values().stream().mapToLong(Long::longValue).sum();
      return (double) (issueSlots - stalled) / issueSlots;
    }
  }

  /**
   * What the partition policy did.
   *
   * @param decides whether it compares partitions and decides between them
   * @param decisions what it decided, in order of time
   * @param preemptions preempted thread blocks by technique
   * @param latencyCycles core cycles from the decisions to the free places, summed, by technique
   * @param flushedInstructions warp instructions of flushed thread blocks, issued again later
   * @param lostCycles SM cycles that preemption took
   * @param fragmentation of registers and shared memory
   */
  public record Partitioning(
      boolean decides,
      List<PolicyDecision> decisions,
      Map<String, Long> preemptions,
      Map<String, Long> latencyCycles,
      long flushedInstructions,
      long lostCycles,
      Fragmentation fragmentation) {
    static Partitioning of(
        PartitionPolicy policy, PreemptionCounters counters, FragmentationCounters fragmentation) {
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
          policy.decides(),
          List.copyOf(policy.decisions()),
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
   * How fragmented SMs were: a thread block had room by amount, but no place in one piece.
   *
   * @param periods how often an SM became fragmented
   * @param smCycles core cycles that SMs were fragmented, summed
   * @param registerSmCycles of these, each weighted by the share of registers that was of no use
   * @param sharedMemorySmCycles likewise for shared memory
   */
  public record Fragmentation(
      long periods, long smCycles, long registerSmCycles, long sharedMemorySmCycles) {}

  /**
   * One workload in one epoch.
   *
   * @param kernel running at the end of the epoch; empty when none
   * @param quota thread blocks that the policy wants resident, summed over SMs
   * @param resident thread blocks resident at the end of the epoch
   * @param decision what the policy decided about the workload in these cycles, the last if several
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
      Optional<PolicyDecision> decision) {}

  /**
   * What an SM is for, until the next row about it.
   *
   * @param cycle core cycle from which on
   * @param role one word; empty when the policy does not tell SMs apart
   * @param quotas thread blocks that the policy wants there, by workload
   */
  public record SmUse(long cycle, int sm, String role, List<Integer> quotas) {
    public SmUse {
      quotas = List.copyOf(quotas);
    }
  }

  /**
   * One workload in one IPC window.
   *
   * @param kernel running at the end of the window; empty when none
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
