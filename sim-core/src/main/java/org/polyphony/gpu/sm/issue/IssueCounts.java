package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Warp;

/**
 * Instructions issued by an SM: in total, by thread block and by row of the kernel control block.
 *
 * <p>State per thread-block slot: warp instructions and their active lanes; bit i of {@code
 * repeatable} while block i has executed only idempotent instructions.
 */
public final class IssueCounts {
  private static final int LINE = 16; // so that an SM's counters share no cache line with others

  private final ProcessCounts progress;
  private final long[] byRow = new long[2 * KernelControlBlocks.ROWS + 2 * LINE];
  private final long[] warpInstructions;
  private final long[] lanes;
  private int repeatable;
  private long issued;

  IssueCounts(int threadBlocks, ProcessCounts progress) {
    this.progress = progress;
    this.warpInstructions = new long[threadBlocks];
    this.lanes = new long[threadBlocks];
  }

  void issued(Warp warp, int mask) {
    KernelProgram kernel = warp.program();
    int active = Integer.bitCount(mask);
    issued++;
    warpInstructions[warp.block()]++;
    lanes[warp.block()] += active;
    int row = LINE + 2 * kernel.row;
    byRow[row]++;
    byRow[row + 1] += active;
  }

  /** Records that a thread block executes a non-idempotent instruction. */
  public void mustNotRunAgain(int tbSlot) {
    repeatable &= ~(1 << tbSlot);
  }

  /** Starts counting for a launched thread block. */
  public void launched(int tbSlot) {
    warpInstructions[tbSlot] = 0;
    lanes[tbSlot] = 0;
    repeatable |= 1 << tbSlot;
  }

  /**
   * Continues counting for a resumed thread block.
   *
   * @param mayRunAgain value of {@link #mayRunAgain} when it was suspended
   */
  public void resumed(int tbSlot, long issued, long lanesIssued, boolean mayRunAgain) {
    launched(tbSlot);
    warpInstructions[tbSlot] = issued;
    lanes[tbSlot] = lanesIssued;
    repeatable &= mayRunAgain ? -1 : ~(1 << tbSlot);
  }

  /** Subtracts a dropped thread block's instructions from the progress of its kernel. */
  public void dropped(int tbSlot, int row) {
    progress.dropped(row, warpInstructions[tbSlot], lanes[tbSlot]);
  }

  /** Returns whether a thread block has executed only idempotent instructions. */
  public boolean mayRunAgain(int tbSlot) {
    return (repeatable >>> tbSlot & 1) != 0;
  }

  public long issuedBy(int tbSlot) {
    return warpInstructions[tbSlot];
  }

  /** Returns the thread instructions issued by a thread block: active lanes, summed. */
  public long lanesIssuedBy(int tbSlot) {
    return lanes[tbSlot];
  }

  /** Returns the warp instructions of all kernels that have been in a row. */
  long warpInstructions(int row) {
    return byRow[LINE + 2 * row];
  }

  /** Returns the thread instructions of all kernels that have been in a row. */
  long threadInstructions(int row) {
    return byRow[LINE + 2 * row + 1];
  }

  public long issued() {
    return issued;
  }
}
