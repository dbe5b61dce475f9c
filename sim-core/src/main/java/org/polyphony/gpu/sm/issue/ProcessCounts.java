package org.polyphony.gpu.sm.issue;

import java.util.Arrays;
import org.polyphony.gpu.dispatch.KernelControlBlocks;

/**
 * Instructions executed by each kernel and process, counted at issue.
 *
 * <p>Arrays per counter, indexed by kernel row, by process (of kernels that have left their row),
 * or by SM and kernel row; and the issue-slot accounts of the SMs.
 */
public final class ProcessCounts implements ProgressCounters {
  private static final int NONE = -1;

  final long[] warpInstructions = new long[KernelControlBlocks.ROWS];
  final long[] threadInstructions = new long[KernelControlBlocks.ROWS];
  private final long[] droppedWarpInstructions = new long[KernelControlBlocks.ROWS];
  private final long[] droppedThreadInstructions = new long[KernelControlBlocks.ROWS];
  private final int[] processOf = new int[KernelControlBlocks.ROWS];
  private final long[] warpInstructionsBefore;
  private final long[] threadInstructionsBefore;
  private final long[] droppedWarpInstructionsBefore;
  private final long[] droppedThreadInstructionsBefore;
  final long[] threadInstructionsOn; // at firstOf(sm) + kernel row
  final IssueSlots[] slots; // by SM

  public ProcessCounts(int processes, int sms) {
    warpInstructionsBefore = new long[processes];
    threadInstructionsBefore = new long[processes];
    droppedWarpInstructionsBefore = new long[processes];
    droppedThreadInstructionsBefore = new long[processes];
    Arrays.fill(processOf, NONE);
    threadInstructionsOn = new long[firstOf(sms)];
    slots = new IssueSlots[sms];
  }

  static int firstOf(int sm) {
    return sm * KernelControlBlocks.ROWS;
  }

  /** Assigns a row to a new kernel of a process; its counts start at 0. */
  public void rowTaken(int row, int process) {
    int before = processOf[row];
    if (before != NONE) {
      warpInstructionsBefore[before] += warpInstructions[row];
      threadInstructionsBefore[before] += threadInstructions[row];
      droppedWarpInstructionsBefore[before] += droppedWarpInstructions[row];
      droppedThreadInstructionsBefore[before] += droppedThreadInstructions[row];
    }
    processOf[row] = process;
    warpInstructions[row] = 0;
    threadInstructions[row] = 0;
    droppedWarpInstructions[row] = 0;
    droppedThreadInstructions[row] = 0;
  }

  /** Subtracts the instructions of a dropped thread block. */
  void dropped(int row, long warps, long threads) {
    droppedWarpInstructions[row] += warps;
    droppedThreadInstructions[row] += threads;
  }

  private long sum(int process, long[] before, long[] ofRow) {
    long sum = before[process];
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      sum += processOf[row] == process ? ofRow[row] : 0;
    }
    return sum;
  }

  @Override
  public long warpInstructions(int process) {
    return sum(process, warpInstructionsBefore, warpInstructions);
  }

  @Override
  public long lastingWarpInstructions(int process) {
    long dropped = sum(process, droppedWarpInstructionsBefore, droppedWarpInstructions);
    return warpInstructions(process) - dropped;
  }

  @Override
  public long lastingThreadInstructions(int process) {
    long dropped = sum(process, droppedThreadInstructionsBefore, droppedThreadInstructions);
    return threadInstructions(process) - dropped;
  }

  @Override
  public long threadInstructions(int process) {
    return sum(process, threadInstructionsBefore, threadInstructions);
  }

  @Override
  public long kernelWarpInstructions(int row) {
    return warpInstructions[row] - droppedWarpInstructions[row];
  }

  @Override
  public long kernelThreadInstructions(int row) {
    return threadInstructions[row] - droppedThreadInstructions[row];
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
