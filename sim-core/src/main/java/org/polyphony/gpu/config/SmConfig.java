package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.input.Violation;

/**
 * One SM. Source of the terms: GPU Maestro Table 2; CUDA occupancy rules.
 *
 * @param warpSchedulers warp schedulers; warp slot w belongs to scheduler w mod this; 1 to 8
 * @param issueWidth instructions that a scheduler issues from one warp in a cycle, 1 or 2; two go
 *     to different pipes
 * @param warps warp slots, a multiple of {@code warpSchedulers}, at most 64
 * @param threads resident threads at most
 * @param threadBlocks thread-block slots, 1 to 32
 * @param registers 32-bit registers
 * @param registerAllocationUnit registers are given to a warp in multiples of this
 * @param sharedMemoryBytes shared memory of the SM
 * @param sharedMemoryPerBlockBytes the most that one thread block may have
 * @param sharedMemoryAllocationUnit bytes; shared memory is given in multiples of this
 * @param operandCollectors collector units of the SM, shared out evenly to the schedulers; 0 when
 *     operands are read at issue without conflicts (the pipe latency then holds issue to use)
 * @param registerBanks register banks of the SM, shared out evenly to the schedulers, 1 to 16
 * @param operandReadsPerCycle rounds of bank arbitration in a cycle, at least 1
 * @param pipes execution pipes, at most 64 / {@code warpSchedulers} - 3, since global memory,
 *     shared memory and the constant unit have a port each; every arithmetic class appears in
 *     exactly one
 * @param sharedMemory its banks and latency
 * @param memoryQueue memory instructions that wait in order between issue and the load/store unit;
 *     with 0, one for each warp scheduler
 * @param memoryInterval cycles from the issue of a memory instruction of a warp to that of its
 *     next, 0 to 64, constant loads apart; with 0 as soon as the first was taken; needs {@code
 *     operandCollectors} 0. Source: experiments/hardware/memory-issue.cu
 */
public record SmConfig(
    int warpSchedulers,
    int issueWidth,
    int warps,
    int threads,
    int threadBlocks,
    int registers,
    int registerAllocationUnit,
    int sharedMemoryBytes,
    int sharedMemoryPerBlockBytes,
    int sharedMemoryAllocationUnit,
    int operandCollectors,
    int registerBanks,
    int operandReadsPerCycle,
    List<PipeConfig> pipes,
    SharedMemoryConfig sharedMemory,
    int memoryQueue,
    int memoryInterval) {
  /**
   * Returns one of equal parts of its slots, threads, registers and shared memory: to plan with,
   * not to be simulated.
   *
   * @param parts at least 1
   */
  public SmConfig part(int parts) {
    return new SmConfig(
        warpSchedulers,
        issueWidth,
        warps / parts,
        threads / parts,
        threadBlocks / parts,
        registers / parts,
        registerAllocationUnit,
        sharedMemoryBytes / parts,
        sharedMemoryPerBlockBytes,
        sharedMemoryAllocationUnit,
        operandCollectors,
        registerBanks,
        operandReadsPerCycle,
        pipes,
        sharedMemory,
        memoryQueue,
        memoryInterval);
  }

  /**
   * Returns whether a pipe executes a class of instructions.
   *
   * @param opClass any
   */
  public boolean hasPipe(OpClass opClass) {
    return pipes.stream()
        .flatMap(pipe -> pipe.executes().stream())
        .anyMatch(timing -> timing.opClass() == opClass);
  }

  /** Returns every value that is wrong; empty when the SM can be simulated. */
  public List<Violation> violations() {
    Violation.Checks checks = new Violation.Checks();
    checkWarps(checks);
    checkStorage(checks);
    checkOperands(checks);
    for (int i = 0; i < pipes.size(); i++) {
      checks.nested("pipes[" + i + "]", pipes.get(i).violations(warpSchedulers));
    }
    return PipeConfig.requireEachClassOnce(checks, pipes).violations();
  }

  private void checkWarps(Violation.Checks checks) {
    checks
        .between(1, 8, "warpSchedulers", warpSchedulers)
        .require(issueWidth == 1 || issueWidth == 2, "issueWidth", issueWidth, "1 or 2")
        .require(
            warps >= 1 && warps <= 64 && (warpSchedulers < 1 || warps % warpSchedulers == 0),
            "warps",
            warps,
            "1 to 64, a multiple of warpSchedulers")
        .require(
            threads >= 32 && threads <= 32 * Math.max(1, warps),
            "threads",
            threads,
            "32 to 32 * warps")
        .between(1, 32, "threadBlocks", threadBlocks);
  }

  private void checkStorage(Violation.Checks checks) {
    checks
        .between(1, 1 << 24, "registers", registers)
        .between(1, 1 << 24, "registerAllocationUnit", registerAllocationUnit)
        .between(0, 1 << 24, "sharedMemoryBytes", sharedMemoryBytes)
        .require(
            sharedMemoryPerBlockBytes >= 0 && sharedMemoryPerBlockBytes <= sharedMemoryBytes,
            "sharedMemoryPerBlockBytes",
            sharedMemoryPerBlockBytes,
            "0 to sharedMemoryBytes")
        .between(1, 1 << 24, "sharedMemoryAllocationUnit", sharedMemoryAllocationUnit);
  }

  private void checkOperands(Violation.Checks checks) {
    checks
        .between(0, 256, "memoryQueue", memoryQueue)
        .require(
            memoryInterval >= 0
                && memoryInterval <= 64
                && (memoryInterval == 0 || operandCollectors == 0),
            "memoryInterval",
            memoryInterval,
            "0 to 64; 0 with operandCollectors")
        .require(
            operandCollectors >= 0
                && operandCollectors <= 256
                && (warpSchedulers < 1 || operandCollectors % warpSchedulers == 0),
            "operandCollectors",
            operandCollectors,
            "0 to 256, a multiple of warpSchedulers")
        .require(
            registerBanks >= 1
                && registerBanks <= 16
                && (warpSchedulers < 1 || registerBanks % warpSchedulers == 0),
            "registerBanks",
            registerBanks,
            "1 to 16, a multiple of warpSchedulers")
        .between(1, 64, "operandReadsPerCycle", operandReadsPerCycle)
        .require(
            (pipes.size() + 3) * warpSchedulers <= 64,
            "pipes",
            pipes.size(),
            "at most 64 / warpSchedulers - 3 pipes")
        .nested("sharedMemory", sharedMemory.violations());
  }
}
