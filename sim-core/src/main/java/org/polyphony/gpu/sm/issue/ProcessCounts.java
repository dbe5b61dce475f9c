package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.dispatch.KernelControlBlocks;

/**
 * Instructions executed by each process, counted at issue.
 *
 * <p>Arrays per counter, indexed by process or by SM and kernel row; and the issue-slot accounts of
 * the SMs.
 */
public final class ProcessCounts implements ProgressCounters {
  final long[] warpInstructions;
  final long[] threadInstructions;
  private final long[] droppedWarpInstructions;
  private final long[] droppedThreadInstructions;
  final long[] threadInstructionsOn; // at firstOf(sm) + kernel row
  final IssueSlots[] slots; // by SM

  public ProcessCounts(int processes, int sms) {
    warpInstructions = new long[processes];
    threadInstructions = new long[processes];
    droppedWarpInstructions = new long[processes];
    droppedThreadInstructions = new long[processes];
    threadInstructionsOn = new long[firstOf(sms)];
    slots = new IssueSlots[sms];
  }

  static int firstOf(int sm) {
    return sm * KernelControlBlocks.ROWS;
  }

  /** Subtracts the instructions of a dropped thread block. */
  void dropped(int process, long warps, long threads) {
    droppedWarpInstructions[process] += warps;
    droppedThreadInstructions[process] += threads;
  }

  @Override
  public long warpInstructions(int process) {
    return warpInstructions[process];
  }

  @Override
  public long lastingWarpInstructions(int process) {
    return warpInstructions[process] - droppedWarpInstructions[process];
  }

  @Override
  public long lastingThreadInstructions(int process) {
    return threadInstructions[process] - droppedThreadInstructions[process];
  }

  @Override
  public long threadInstructions(int process) {
    return threadInstructions[process];
  }

  @Override
  public long threadInstructions(int sm, int kernelRow) {
    return threadInstructionsOn[firstOf(sm) + kernelRow];
  }

  @Override
  public long stalledSlots(long cycle, int sm) {
    slots[sm].chargeUntil(cycle);
    return slots[sm].stalled();
  }

  @Override
  public long stalledSlots(long cycle, int sm, StallCause cause) {
    slots[sm].chargeUntil(cycle);
    return slots[sm].charged(cause);
  }

  @Override
  public long memoryStalledSlots(long cycle, int sm) {
    slots[sm].chargeUntil(cycle);
    return slots[sm].memoryStalled();
  }
}
