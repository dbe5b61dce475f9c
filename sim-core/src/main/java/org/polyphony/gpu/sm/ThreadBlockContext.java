package org.polyphony.gpu.sm;

import java.util.List;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.KernelProgram;

/**
 * What is kept of a suspended thread block: where each warp stands. Its stream slot stays taken, so
 * the stream's cursors stay where they are; registers hold no values in this model, and are counted
 * as bytes only. Made when a thread block is suspended, which is rare.
 *
 * @param heads by warp of the block: next instruction; null when the warp has ended
 * @param atBarrier warps of the block that wait at the barrier
 * @param mayRunAgain true when it has executed nothing that cannot be repeated
 */
public record ThreadBlockContext(
    KernelProgram program,
    long threadBlock,
    int streamSlot,
    List<Instruction> heads,
    long atBarrier,
    long issued,
    long lanesIssued,
    boolean mayRunAgain) {
  public int row() {
    return program.row;
  }
}
