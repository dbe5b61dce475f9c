package org.polyphony.simulation;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.polyphony.gpu.dispatch.KernelControlBlocks;

/**
 * Instructions that each process has issued on one SM.
 *
 * <p>State per kernel row: the process whose kernel occupies it, and the row's count when the
 * kernel started; per process: instructions issued in rows that it has released.
 */
final class SmProgress {
  private static final int NONE = -1;

  private final IntToLongFunction issuedInRow;
  private final int[] processOfRow = new int[KernelControlBlocks.ROWS];
  private final long[] countBefore = new long[KernelControlBlocks.ROWS];
  private final long[] inRowsBefore;

  /**
   * Creates the counters of an SM on which nothing has run yet.
   *
   * @param issuedInRow thread instructions that kernels in a row have issued on the SM so far
   */
  SmProgress(IntToLongFunction issuedInRow, int processes) {
    this.issuedInRow = issuedInRow;
    inRowsBefore = new long[processes];
    Arrays.fill(processOfRow, NONE);
  }

  /** Assigns a kernel row to a process until another kernel takes it. */
  void rowTaken(int row, int process) {
    long count = issuedInRow.applyAsLong(row);
    if (processOfRow[row] != NONE) {
      inRowsBefore[processOfRow[row]] += count - countBefore[row];
    }
    processOfRow[row] = process;
    countBefore[row] = count;
  }

  long threadInstructions(int process) {
    long sum = inRowsBefore[process];
    for (int row = 0; row < processOfRow.length; row++) {
      if (processOfRow[row] == process) {
        sum += issuedInRow.applyAsLong(row) - countBefore[row];
      }
    }
    return sum;
  }
}
