package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Warp;

/**
 * What an SM has issued, in all, by thread block and, with the other SMs, by process.
 *
 * <p>State per thread-block slot: warp instructions and their active lanes; bit i of {@code
 * repeatable} while block i has executed nothing that cannot be repeated.
 */
public final class IssueCounts {
  private final ProcessCounts progress;
  private final int firstRow; // of this SM's counters there
  private final long[] warpInstructions;
  private final long[] lanes;
  private int repeatable;
  private long issued;

  IssueCounts(int sm, int threadBlocks, ProcessCounts progress) {
    this.progress = progress;
    this.firstRow = ProcessCounts.firstOf(sm);
    this.warpInstructions = new long[threadBlocks];
    this.lanes = new long[threadBlocks];
  }

  void issued(Warp warp, int mask) {
    KernelProgram kernel = warp.program();
    int active = Integer.bitCount(mask);
    issued++;
    warpInstructions[warp.block()]++;
    lanes[warp.block()] += active;
    progress.warpInstructions[kernel.process]++;
    progress.threadInstructions[kernel.process] += active;
    progress.threadInstructionsOn[firstRow + kernel.row] += active;
  }

  /** Takes notice that a thread block executes what cannot be repeated. */
  void mustNotRunAgain(int tbSlot) {
    repeatable &= ~(1 << tbSlot);
  }

  /** Begins to count for a thread block that has issued nothing. */
  public void launched(int tbSlot) {
    warpInstructions[tbSlot] = 0;
    lanes[tbSlot] = 0;
    repeatable |= 1 << tbSlot;
  }

  /**
   * Goes on counting for a thread block that comes back.
   *
   * @param mayRunAgain as {@link #mayRunAgain} when it left
   */
  public void resumed(int tbSlot, long issued, long lanesIssued, boolean mayRunAgain) {
    launched(tbSlot);
    warpInstructions[tbSlot] = issued;
    lanes[tbSlot] = lanesIssued;
    repeatable &= mayRunAgain ? -1 : ~(1 << tbSlot);
  }

  /** Takes all that a thread block has issued off the progress of its process. */
  public void dropped(int tbSlot, int process) {
    progress.dropped(process, warpInstructions[tbSlot], lanes[tbSlot]);
  }

  /** Returns true when a thread block has executed nothing that cannot be repeated. */
  public boolean mayRunAgain(int tbSlot) {
    return (repeatable >>> tbSlot & 1) != 0;
  }

  public long issuedBy(int tbSlot) {
    return warpInstructions[tbSlot];
  }

  /** Returns the active lanes of what a thread block has issued. */
  public long lanesIssuedBy(int tbSlot) {
    return lanes[tbSlot];
  }

  public long issued() {
    return issued;
  }
}
