package org.polyphony.gpu.sm;

import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.KernelProgram;

/**
 * What is kept of a suspended thread block: where each warp stands. Its stream slot stays taken, so
 * the stream's cursors stay where they are; registers hold no values in this model, and are counted
 * as bytes only. Made when a thread block is suspended, which is rare.
 */
public final class ThreadBlockContext {
  final KernelProgram program;
  final long threadBlock;
  final int streamSlot;
  final Instruction[] heads; // by warp in block: next instruction; null when it has ended
  final long atBarrier; // warps in block
  public final long issued; // warp instructions
  public final long lanesIssued; // active lanes of these
  public final boolean mayRunAgain;

  ThreadBlockContext(
      KernelProgram program,
      long threadBlock,
      int streamSlot,
      Instruction[] heads,
      long atBarrier,
      long issued,
      long lanesIssued,
      boolean mayRunAgain) {
    this.program = program;
    this.threadBlock = threadBlock;
    this.streamSlot = streamSlot;
    this.heads = heads;
    this.atBarrier = atBarrier;
    this.issued = issued;
    this.lanesIssued = lanesIssued;
    this.mayRunAgain = mayRunAgain;
  }

  /** Returns the kernel's row in the kernel control block. */
  public int row() {
    return program.row;
  }

  /** Returns the thread block's index in its grid. */
  public long threadBlock() {
    return threadBlock;
  }
}
