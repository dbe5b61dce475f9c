package org.polyphony.gpu.sm.issue;

import java.util.Arrays;
import org.polyphony.gpu.dispatch.KernelControlBlocks;

/**
 * Instructions executed by each kernel and process, counted at issue.
 *
 * <p>The SMs count by kernel row, without end. Here are, by row, their sums when its kernel started
 * and what dropped thread blocks had issued; by process, the same of kernels that have left their
 * row; and the issue-slot accounts of the SMs.
 */
public final class ProcessCounts implements ProgressCounters {
  private static final int NONE = -1;

  private final long[] warpInstructionsAtStart = new long[KernelControlBlocks.ROWS];
  private final long[] threadInstructionsAtStart = new long[KernelControlBlocks.ROWS];
  private final long[] droppedWarpInstructions = new long[KernelControlBlocks.ROWS];
  private final long[] droppedThreadInstructions = new long[KernelControlBlocks.ROWS];
  private final int[] processOf = new int[KernelControlBlocks.ROWS];
  private final long[] warpInstructionsBefore;
  private final long[] threadInstructionsBefore;
  private final long[] droppedWarpInstructionsBefore;
  private final long[] droppedThreadInstructionsBefore;
  private final int sms;
  private final IssueCounts[] counts; // by SM and its copies, null before it is built
  private final IssueSlots[] slots; // likewise
  private int built;

  /**
   * Creates the counts of a device that is being built.
   *
   * @param copies of each SM; those of SM s are s, s + {@code sms} and so on
   */
  public ProcessCounts(int processes, int sms, int copies) {
    this.sms = sms;
    warpInstructionsBefore = new long[processes];
    threadInstructionsBefore = new long[processes];
    droppedWarpInstructionsBefore = new long[processes];
    droppedThreadInstructionsBefore = new long[processes];
    Arrays.fill(processOf, NONE);
    counts = new IssueCounts[sms * copies];
    slots = new IssueSlots[sms * copies];
  }

  /** Returns the number of processes. */
  public int processes() {
    return warpInstructionsBefore.length;
  }

  /** Returns the issue slots of a process by the ordinal of their cause, then those lost. */
  public long[] slots(long cycle, int process) {
    long[] sum = new long[ProcessSlots.LOST + 1];
    for (IssueSlots ofSm : slots) {
      ofSm.chargeUntil(cycle);
      for (int cause = 0; cause < sum.length; cause++) {
        sum[cause] += ofSm.ofProcesses().charged(process, cause);
      }
    }
    return sum;
  }

  /** Adds the counts of the next SM. */
  void add(IssueCounts ofSm, IssueSlots slotsOfSm) {
    counts[built] = ofSm;
    slots[built++] = slotsOfSm;
  }

  private long warpInstructionsIn(int row) {
    long sum = -warpInstructionsAtStart[row];
    for (IssueCounts ofSm : counts) {
      sum += ofSm == null ? 0 : ofSm.warpInstructions(row);
    }
    return sum;
  }

  private long threadInstructionsIn(int row) {
    long sum = -threadInstructionsAtStart[row];
    for (IssueCounts ofSm : counts) {
      sum += ofSm == null ? 0 : ofSm.threadInstructions(row);
    }
    return sum;
  }

  /** Assigns a row to a new kernel of a process; its counts start at 0. */
  public void rowTaken(int row, int process) {
    int before = processOf[row];
    if (before != NONE) {
      warpInstructionsBefore[before] += warpInstructionsIn(row);
      threadInstructionsBefore[before] += threadInstructionsIn(row);
      droppedWarpInstructionsBefore[before] += droppedWarpInstructions[row];
      droppedThreadInstructionsBefore[before] += droppedThreadInstructions[row];
    }
    processOf[row] = process;
    warpInstructionsAtStart[row] += warpInstructionsIn(row);
    threadInstructionsAtStart[row] += threadInstructionsIn(row);
    droppedWarpInstructions[row] = 0;
    droppedThreadInstructions[row] = 0;
  }

  /** Subtracts the instructions of a dropped thread block. */
  void dropped(int row, long warps, long threads) {
    droppedWarpInstructions[row] += warps;
    droppedThreadInstructions[row] += threads;
  }

  private long dropped(int process, long[] before, long[] ofRow) {
    long sum = before[process];
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      sum += processOf[row] == process ? ofRow[row] : 0;
    }
    return sum;
  }

  @Override
  public long warpInstructions(int process) {
    long sum = warpInstructionsBefore[process];
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      sum += processOf[row] == process ? warpInstructionsIn(row) : 0;
    }
    return sum;
  }

  @Override
  public long lastingWarpInstructions(int process) {
    long dropped = dropped(process, droppedWarpInstructionsBefore, droppedWarpInstructions);
    return warpInstructions(process) - dropped;
  }

  @Override
  public long lastingThreadInstructions(int process) {
    long dropped = dropped(process, droppedThreadInstructionsBefore, droppedThreadInstructions);
    return threadInstructions(process) - dropped;
  }

  @Override
  public long threadInstructions(int process) {
    long sum = threadInstructionsBefore[process];
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      sum += processOf[row] == process ? threadInstructionsIn(row) : 0;
    }
    return sum;
  }

  @Override
  public long kernelWarpInstructions(int row) {
    return warpInstructionsIn(row) - droppedWarpInstructions[row];
  }

  @Override
  public long kernelThreadInstructions(int row) {
    return threadInstructionsIn(row) - droppedThreadInstructions[row];
  }

  @Override
  public long threadInstructions(int sm, int kernelRow) {
    long sum = 0;
    for (int i = sm; i < counts.length; i += sms) {
      sum += counts[i].threadInstructions(kernelRow);
    }
    return sum;
  }

  @Override
  public long stalledSlots(long cycle, int sm) {
    long sum = 0;
    for (int i = sm; i < slots.length; i += sms) {
      slots[i].chargeUntil(cycle);
      sum += slots[i].stalled();
    }
    return sum;
  }

  @Override
  public long stalledSlots(long cycle, int sm, StallCause cause) {
    long sum = 0;
    for (int i = sm; i < slots.length; i += sms) {
      slots[i].chargeUntil(cycle);
      sum += slots[i].charged(cause);
    }
    return sum;
  }

  @Override
  public long memoryStalledSlots(long cycle, int sm) {
    long sum = 0;
    for (int i = sm; i < slots.length; i += sms) {
      slots[i].chargeUntil(cycle);
      sum += slots[i].memoryStalled();
    }
    return sum;
  }
}
