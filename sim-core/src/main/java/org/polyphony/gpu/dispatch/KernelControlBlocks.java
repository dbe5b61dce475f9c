package org.polyphony.gpu.dispatch;

import java.util.ArrayDeque;
import org.polyphony.gpu.kernel.Kernel;

/**
 * The kernel control blocks (KCB): one row per running kernel, written only by the thread-block
 * scheduler.
 *
 * <p>State per row: process, kernel, resource needs of a thread block; thread blocks taken from the
 * grid, resident, finished; preempted ones that wait to run again; summed cycles and instructions
 * of finished ones. Source: GPU Maestro section 2.2.
 */
public final class KernelControlBlocks {
  /** Rows, the maximum number of concurrent kernels. Source: 32 hardware queues of Hyper-Q. */
  public static final int ROWS = 32;

  /** No row, or no value yet. */
  public static final int NONE = -1;

  private final Row[] rows = new Row[ROWS]; // null while free
  private int running; // bit per row
  private long kernelsStarted;

  KernelControlBlocks() {}

  private static final class Row {
    final int process;
    final Kernel kernel;
    final ThreadBlockNeed need;
    final long order; // lower started earlier
    final long gridBlocks;
    final int clusterSize;
    final ArrayDeque<PreemptedBlock> waiting = new ArrayDeque<>();
    long nextBlock;
    long finished;
    int resident;
    long finishedInstructions;
    boolean isStopping;

    Row(int process, Kernel kernel, ThreadBlockNeed need, long order) {
      this.process = process;
      this.kernel = kernel;
      this.need = need;
      this.order = order;
      this.gridBlocks = kernel.threadBlocks();
      this.clusterSize = kernel.clusterSize();
    }
  }

  /** Returns the occupied rows; bit r is row r. */
  public int runningMask() {
    return running;
  }

  public boolean isRunning(int row) {
    return rows[row] != null;
  }

  /** Returns whether a kernel launches no more thread blocks because its process was stopped. */
  public boolean isStopping(int row) {
    return isRunning(row) && rows[row].isStopping;
  }

  public Kernel kernel(int row) {
    return running(row).kernel;
  }

  /** Returns the process that launched the kernel, from 0. */
  public int process(int row) {
    return running(row).process;
  }

  /** Returns the start order: lower is earlier, unique. */
  public long order(int row) {
    return running(row).order;
  }

  public long kernelsStarted() {
    return kernelsStarted;
  }

  public ThreadBlockNeed need(int row) {
    return running(row).need;
  }

  public long threadBlocks(int row) {
    return running(row).gridBlocks;
  }

  /** Returns the thread blocks of a cluster of the kernel, 1 if it has none. */
  public int clusterSize(int row) {
    return running(row).clusterSize;
  }

  public long finished(int row) {
    return running(row).finished;
  }

  public int resident(int row) {
    return running(row).resident;
  }

  /** Returns the thread blocks still to launch, including dropped ones; 0 while stopping. */
  public long left(int row) {
    Row of = running(row);
    return of.isStopping ? 0 : of.gridBlocks - of.nextBlock + of.waiting.size();
  }

  public boolean hasEnded(int row) {
    return resident(row) == 0 && left(row) == 0;
  }

  /**
   * Returns the mean warp instructions of a finished thread block; {@link #NONE} before the first.
   */
  public long meanInstructions(int row) {
    return finished(row) == 0 ? NONE : rows[row].finishedInstructions / rows[row].finished;
  }

  /**
   * Assigns a row to a kernel.
   *
   * @return the lowest free row
   * @throws IllegalStateException if all rows are in use
   */
  int add(int ofProcess, Kernel launched, ThreadBlockNeed ofThreadBlock) {
    int row = Integer.numberOfTrailingZeros(~running);
    if (row >= ROWS) {
      throw new IllegalStateException("all rows of the kernel control block are in use: " + ROWS);
    }
    running |= 1 << row;
    rows[row] = new Row(ofProcess, launched, ofThreadBlock, kernelsStarted++);
    return row;
  }

  void remove(int row) {
    if (!hasEnded(row)) {
      throw new IllegalStateException("the kernel of this row has not ended: " + row);
    }
    running &= ~(1 << row);
    rows[row] = null;
  }

  void stop(int row) {
    running(row).isStopping = true;
  }

  /**
   * Removes and returns a preempted thread block, since these launch before new ones.
   *
   * @return null if there is none
   */
  PreemptedBlock takePreempted(int row) {
    Row of = running(row);
    of.resident += of.waiting.isEmpty() ? 0 : 1;
    return of.waiting.poll();
  }

  /** Takes the next thread block of the grid; there must be one. */
  long takeNew(int row) {
    Row of = running(row);
    if (of.nextBlock == of.gridBlocks) {
      throw new IllegalStateException("no thread block left to launch in row " + row);
    }
    of.resident++;
    return of.nextBlock++;
  }

  /** Counts a finished thread block. */
  void finish(int row, long instructions) {
    Row of = running(row);
    of.resident--;
    of.finished++;
    of.finishedInstructions += instructions;
  }

  /** Returns a preempted thread block to the row, to run before new ones. */
  void putBack(int row, PreemptedBlock block) {
    Row of = running(row);
    of.resident--;
    of.waiting.add(block);
  }

  /** Checks that each thread block of each grid is in exactly one state. */
  void verifyConservation() {
    for (int row = 0; row < ROWS; row++) {
      Row of = rows[row];
      if (of != null && of.nextBlock != of.finished + of.resident + of.waiting.size()) {
        throw new IllegalStateException(
            String.format(
                "kernel row %d: %d thread blocks taken, but %d finished + %d resident + %d"
                    + " preempted",
                row, of.nextBlock, of.finished, of.resident, of.waiting.size()));
      }
    }
  }

  private Row running(int row) {
    if (!isRunning(row)) {
      throw new IllegalArgumentException("no kernel in row " + row);
    }
    return rows[row];
  }
}
