package org.polyphony.gpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;

/**
 * The kernel control blocks (KCB): one row per running kernel, written by the thread-block
 * scheduler alone.
 *
 * <p>State per row: process, kernel, resource need of a thread block; how many thread blocks have
 * been taken from the grid, are resident, have finished; those that were preempted and wait to run
 * again; sums of cycles and instructions of the finished ones. Source: GPU Maestro section 2.2.
 */
public final class KernelControlBlocks {
  /** Rows, the kernels that run at once at most. Source: 32 hardware queues of Hyper-Q. */
  public static final int ROWS = 32;

  /** No row, or no value yet. */
  public static final int NONE = -1;

  private final Kernel[] kernel = new Kernel[ROWS];
  private final ThreadBlockNeed[] need = new ThreadBlockNeed[ROWS];
  private final boolean[] idempotent = new boolean[ROWS];
  private final int[] process = new int[ROWS];
  private final long[] order = new long[ROWS]; // lower started earlier
  private final long[] gridBlocks = new long[ROWS];
  private final long[] nextBlock = new long[ROWS];
  private final long[] finished = new long[ROWS];
  private final long[] dropped = new long[ROWS];
  private final long[] suspended = new long[ROWS];
  private final int[] resident = new int[ROWS];
  private final long[] finishedCycles = new long[ROWS];
  private final long[] finishedInstructions = new long[ROWS];
  private final List<ArrayDeque<PreemptedBlock>> waiting = new ArrayList<>(); // by row
  private int running; // bit per row
  private int stopping; // bit per row, a subset of running
  private long kernelsStarted;

  /** Makes a table without kernels. */
  KernelControlBlocks() {
    for (int row = 0; row < ROWS; row++) {
      waiting.add(new ArrayDeque<>());
    }
  }

  /** Returns the rows in use, row r in bit r. */
  public int runningMask() {
    return running;
  }

  /** Returns whether a row holds a kernel. */
  public boolean isRunning(int row) {
    return (running >>> row & 1) != 0;
  }

  /** Returns whether a kernel launches nothing more because its process was stopped. */
  public boolean isStopping(int row) {
    return (stopping >>> row & 1) != 0;
  }

  /** Returns the kernel of a running row. */
  public Kernel kernel(int row) {
    return kernel[checkRunning(row)];
  }

  /** Returns the process that launched the kernel, from 0. */
  public int process(int row) {
    return process[checkRunning(row)];
  }

  /** Returns when the kernel started relative to others: lower is earlier, never equal. */
  public long order(int row) {
    return order[checkRunning(row)];
  }

  /** Returns how many kernels have started since the start of the device. */
  public long kernelsStarted() {
    return kernelsStarted;
  }

  /** Returns what each thread block of the kernel takes of an SM. */
  public ThreadBlockNeed need(int row) {
    return need[checkRunning(row)];
  }

  /** Returns the thread blocks of the grid. */
  public long threadBlocks(int row) {
    return gridBlocks[checkRunning(row)];
  }

  /** Returns the thread blocks that have finished. */
  public long finished(int row) {
    return finished[checkRunning(row)];
  }

  /** Returns how many times a thread block was dropped. */
  public long dropped(int row) {
    return dropped[checkRunning(row)];
  }

  /** Returns how many times a thread block was suspended. */
  public long suspended(int row) {
    return suspended[checkRunning(row)];
  }

  /** Returns the thread blocks that are on SMs. */
  public int resident(int row) {
    return resident[checkRunning(row)];
  }

  /** Returns the thread blocks still to launch, dropped ones included; 0 while stopping. */
  public long left(int row) {
    checkRunning(row);
    return isStopping(row) ? 0 : gridBlocks[row] - nextBlock[row] + waiting.get(row).size();
  }

  /** Returns whether nothing of the kernel is resident and nothing will be launched. */
  public boolean hasEnded(int row) {
    return resident(row) == 0 && left(row) == 0;
  }

  /** Returns the mean cycles of the finished thread blocks, {@link #NONE} before the first. */
  public long meanCycles(int row) {
    return finished(row) == 0 ? NONE : finishedCycles[row] / finished[row];
  }

  /** Returns the mean warp instructions of the finished ones, {@link #NONE} before the first. */
  public long meanInstructions(int row) {
    return finished(row) == 0 ? NONE : finishedInstructions[row] / finished[row];
  }

  /** Returns whether a thread block may be dropped and run again at any time. */
  public boolean isIdempotent(int row) {
    return idempotent[checkRunning(row)];
  }

  /**
   * Gives a kernel a row.
   *
   * @return the row, the lowest free one
   * @throws IllegalStateException if all rows are in use
   */
  int add(int ofProcess, Kernel launched, ThreadBlockNeed ofThreadBlock) {
    int row = Integer.numberOfTrailingZeros(~running);
    if (row >= ROWS) {
      throw new IllegalStateException("all rows of the kernel control block are in use: " + ROWS);
    }
    running |= 1 << row;
    kernel[row] = launched;
    need[row] = ofThreadBlock;
    idempotent[row] = isIdempotent(launched.instructions());
    process[row] = ofProcess;
    order[row] = kernelsStarted++;
    gridBlocks[row] = launched.threadBlocks();
    nextBlock[row] = 0;
    finished[row] = 0;
    dropped[row] = 0;
    suspended[row] = 0;
    finishedCycles[row] = 0;
    finishedInstructions[row] = 0;
    return row;
  }

  /** Frees the row of a kernel that has ended. */
  void remove(int row) {
    if (!hasEnded(row)) {
      throw new IllegalStateException("the kernel of this row has not ended: " + row);
    }
    running &= ~(1 << row);
    stopping &= ~(1 << row);
    kernel[row] = null; // a workload may be large
    waiting.get(row).clear();
  }

  /** Lets a kernel launch nothing more. */
  void stop(int row) {
    checkRunning(row);
    stopping |= 1 << row;
  }

  /**
   * Takes the thread block to launch next if it has run before: preempted ones come first.
   *
   * @return null when it is to be taken from the grid
   */
  PreemptedBlock takePreempted(int row) {
    resident[row] += waiting.get(row).isEmpty() ? 0 : 1;
    return waiting.get(row).poll();
  }

  /** Takes the next thread block of the grid; there must be one. */
  long takeNew(int row) {
    if (nextBlock[row] == gridBlocks[row]) {
      throw new IllegalStateException("no thread block left to launch in row " + row);
    }
    resident[row]++;
    return nextBlock[row]++;
  }

  /** Counts a thread block that ran to its end. */
  void finish(int row, long cycles, long instructions) {
    checkRunning(row);
    resident[row]--;
    finished[row]++;
    finishedCycles[row] += cycles;
    finishedInstructions[row] += instructions;
  }

  /** Puts a thread block back that was taken off its SM, to run before new ones. */
  void putBack(int row, PreemptedBlock block) {
    checkRunning(row);
    resident[row]--;
    suspended[row] += block.isSuspended() ? 1 : 0;
    dropped[row] += block.isSuspended() ? 0 : 1;
    waiting.get(row).add(block);
  }

  /** Checks that each thread block of each grid is in exactly one state. */
  void verifyConservation() {
    for (int row = 0; row < ROWS; row++) {
      int preempted = waiting.get(row).size();
      if (isRunning(row) && nextBlock[row] != finished[row] + resident[row] + preempted) {
        throw new IllegalStateException(
            String.format(
                "kernel row %d: %d thread blocks taken, but %d finished + %d resident + %d preempted",
                row, nextBlock[row], finished[row], resident[row], preempted));
      }
    }
  }

  private int checkRunning(int row) {
    if (!isRunning(row)) {
      throw new IllegalArgumentException("no kernel in row " + row);
    }
    return row;
  }

  private static boolean isIdempotent(InstructionTable table) {
    for (int i = 0; i < table.size(); i++) {
      if ((table.flags(i) & InstructionTable.NON_IDEMPOTENT) != 0) {
        return false;
      }
    }
    return true;
  }
}
