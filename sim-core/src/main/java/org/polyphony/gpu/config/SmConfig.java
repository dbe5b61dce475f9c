package org.polyphony.gpu.config;

import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** One SM. Terminology: GPU Maestro Table 2; CUDA occupancy rules. */
public record SmConfig(
    @Key(value = "warp schedulers; warp slot w belongs to scheduler w mod this", min = 1, max = 8)
        int warpSchedulers,
    @Key(
            value = "instructions per scheduler and cycle, from one warp, to different pipes",
            min = 1,
            max = 2)
        int issueWidth,
    @Key(value = "warp slots, a multiple of warpSchedulers", min = 1, max = 64) int warps,
    @Key(value = "most resident threads, up to 32 * warps", min = 32, max = 2048) int threads,
    @Key(value = "thread-block slots", min = 1, max = 32) int threadBlocks,
    @Key(value = "32-bit registers", min = 1, max = 1 << 24) int registers,
    @Key(value = "allocation unit of registers, per warp", min = 1, max = 1 << 24)
        int registerAllocationUnit,
    @Key(value = "shared memory", unit = "B", max = 1 << 24) int sharedMemoryBytes,
    @Key(value = "most shared memory per thread block", unit = "B", max = 1 << 24)
        int sharedMemoryPerBlockBytes,
    @Key(value = "allocation unit of shared memory", unit = "B", min = 1, max = 1 << 24)
        int sharedMemoryAllocationUnit,
    @Key(
            value =
                "operand collectors, a multiple of warpSchedulers; 0: operands are read at"
                    + " issue without conflicts, and pipe latencies hold from issue to use",
            max = 256)
        int operandCollectors,
    @Key(value = "register banks, a multiple of warpSchedulers", min = 1, max = 16)
        int registerBanks,
    @Key(value = "rounds of bank arbitration per cycle", min = 1, max = 64)
        int operandReadsPerCycle,
    @Key(
            "execution pipes, at most 64 / warpSchedulers - 3 (global memory, shared memory"
                + " and constants have a port each); each arithmetic class in exactly one")
        List<PipeConfig> pipes,
    @Key("shared-memory banks and latency") SharedMemoryConfig sharedMemory,
    @Key(
            value =
                "entries of the in-order queue between issue and the load/store unit; 0: one"
                    + " per warp scheduler",
            max = 256,
            absent = "0")
        int memoryQueue,
    @Key(
            value =
                "interval between memory instructions of a warp, constant loads excepted; 0:"
                    + " once the first is accepted; 0 with operandCollectors",
            max = 64,
            absent = "0",
            source = "experiments/hardware/memory-issue.cu")
        int memoryInterval,
    @Key(
            value =
                "multiply-adds of 16-bit elements per cycle and tensor unit in asynchronous matrix"
                    + " instructions (HGMMA); those of other types by their width",
            min = 16,
            max = 1 << 16,
            absent = "512")
        int warpgroupMultiplyAdds,
    @Key(
            value =
                "latency of such an instruction beyond the cycles of its multiply-adds, until"
                    + " a waiting warp continues",
            unit = "core cycles",
            max = 256,
            absent = "62")
        int warpgroupLatency,
    @Key(
            value = "the same for instructions whose A is in registers",
            unit = "core cycles",
            max = 256,
            absent = "89")
        int warpgroupRegisterLatency,
    @Key(
            value = "least time between such instructions whose A is in registers",
            unit = "core cycles",
            max = 256,
            absent = "13")
        int warpgroupRegisterInterval,
    @Key(
            value = "least time that a wait for such instructions takes",
            unit = "core cycles",
            max = 256,
            absent = "48")
        int warpgroupWait,
    @Key(
            value = "least time that a wait for asynchronous copies takes",
            unit = "core cycles",
            max = 256,
            absent = "0")
        int copyWait,
    @Key(
            value = "from a wait for a phase of an mbarrier that has completed to the next issue",
            unit = "core cycles",
            min = 1,
            max = 512,
            absent = "24")
        int mbarrierCheckLatency,
    @Key(
            value = "from the issue of an arrival at an mbarrier to its effect",
            unit = "core cycles",
            min = 1,
            max = 512,
            absent = "24")
        int mbarrierArriveLatency,
    @Key(
            value = "from the completion of an mbarrier's phase to the issue of a waiting warp",
            unit = "core cycles",
            min = 1,
            max = 512,
            absent = "24")
        int mbarrierWakeLatency,
    @Key(
            value =
                "from the issue of a bulk copy to the first request of the tensor memory"
                    + " accelerator",
            unit = "core cycles",
            min = 1,
            max = 4096,
            absent = "100")
        int bulkCopyLatency,
    @Key(
            value = "interval between the first requests of two bulk copies",
            unit = "core cycles",
            min = 1,
            max = 512,
            absent = "20")
        int bulkCopyInterval,
    @Key(
            value = "from the last byte of a bulk copy to the completion of its bytes",
            unit = "core cycles",
            min = 1,
            max = 512,
            absent = "20")
        int bulkCompletionLatency)
    implements Keys.Related {
  /**
   * Returns an equal part of the SM's slots, threads, registers and shared memory, for planning; it
   * cannot be simulated.
   */
  public SmConfig part(int parts) {
    return Keys.with(
        this,
        Map.of(
            "warps", warps / parts,
            "threads", threads / parts,
            "threadBlocks", threadBlocks / parts,
            "registers", registers / parts,
            "sharedMemoryBytes", sharedMemoryBytes / parts));
  }

  /** Returns whether a pipe executes an instruction class. */
  public boolean hasPipe(OpClass opClass) {
    return pipes.stream()
        .flatMap(pipe -> pipe.executes().stream())
        .anyMatch(timing -> timing.opClass() == opClass);
  }

  @Override
  public void check(Violation.Checks checks) {
    requireMultiple(checks, "warps", warps);
    requireMultiple(checks, "operandCollectors", operandCollectors);
    requireMultiple(checks, "registerBanks", registerBanks);
    checks
        .require(threads <= 32 * warps, "threads", threads, "32 to 32 * warps")
        .require(
            sharedMemoryPerBlockBytes <= sharedMemoryBytes,
            "sharedMemoryPerBlockBytes",
            sharedMemoryPerBlockBytes,
            "0 to sharedMemoryBytes")
        .require(
            memoryInterval == 0 || operandCollectors == 0,
            "memoryInterval",
            memoryInterval,
            "0 with operandCollectors")
        .require(
            (pipes.size() + 3) * warpSchedulers <= 64,
            "pipes",
            pipes.size(),
            "at most 64 / warpSchedulers - 3 pipes");
    for (int i = 0; i < pipes.size(); i++) {
      int units = pipes.get(i).units();
      checks.require(
          units == 1 || units == warpSchedulers,
          "pipes[" + i + "].units",
          units,
          "1 or warpSchedulers (" + warpSchedulers + ")");
    }
    PipeConfig.requireEachClassOnce(checks, pipes);
  }

  private void requireMultiple(Violation.Checks checks, String path, int found) {
    String allowed = "a multiple of warpSchedulers (" + warpSchedulers + ")";
    checks.require(found % warpSchedulers == 0, path, found, allowed);
  }
}
