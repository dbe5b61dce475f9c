package org.polyphony.simulation;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.polyphony.gpu.dispatch.KernelControlBlocks;

/**
 * What each process has issued on one SM.
 *
 * <p>State per kernel row: the process that has it, and the row's count when the process got it;
 * per process: instructions in rows that it has given back.
 */
final class SmProgress {
  private static final int NONE = -1;

  private final IntToLongFunction issuedInRow;
  private final int[] processOfRow = new int[KernelControlBlocks.ROWS];
  private final long[] countBefore = new long[KernelControlBlocks.ROWS];
  private final long[] inRowsBefore;

  /**
   * Makes the view of an SM on which nothing has run yet.
   *
   * @param issuedInRow thread instructions that kernels in a row have issued there so far
   */
  SmProgress(IntToLongFunction issuedInRow, int processes) {
    this.issuedInRow = issuedInRow;
    inRowsBefore = new long[processes];
    Arrays.fill(processOfRow, NONE);
  }

  /** Takes notice that a kernel of a process gets a row, until another kernel gets it. */
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
