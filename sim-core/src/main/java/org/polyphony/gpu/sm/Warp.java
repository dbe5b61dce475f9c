package org.polyphony.gpu.sm;

import org.polyphony.gpu.kernel.InstructionStream;

/**
 * A warp slot of an SM and the warp in it.
 *
 * <p>An object and not arrays by slot: most of it is needed at each issue, and lies side by side
 * here. Only {@link WarpTable} changes it.
 */
final class Warp {
  /** Its number on the SM, 0 to 63. */
  final int slot;

  /** The same as a set of warps. */
  final long bit;

  /** The registers that are pending. */
  final Scoreboard scoreboard = new Scoreboard();

  /** What it runs; null in a free slot. */
  KernelProgram program;

  /** The instruction that issues next; null when there is none. */
  Instruction head;

  /** Thread-block slot on the SM. */
  int block;

  /** Thread-block slot of the stream. */
  int streamSlot;

  /** Its number in the thread block. */
  int indexInBlock;

  /** Fetched instructions, the head included. */
  int buffered;

  /** Instructions issued and not yet completed. */
  int inFlight;

  /** Writes not yet acknowledged. */
  int pendingStores;

  /** Warps of the SM that were launched before. */
  long older;

  Warp(int slot) {
    this.slot = slot;
    this.bit = 1L << slot;
  }

  /** Takes another warp in, which has no instruction yet. */
  void place(KernelProgram kernel, int tbSlot, int slotInStream, int index) {
    program = kernel;
    block = tbSlot;
    streamSlot = slotInStream;
    indexInBlock = index;
    head = null;
    buffered = 0;
    inFlight = 0;
    pendingStores = 0;
  }

  /** Moves the stream to the next instruction, which becomes the head, if there is one. */
  void advance() {
    int index = program.stream.next(streamSlot, indexInBlock);
    head = index == InstructionStream.END ? null : program.code[index];
  }

  /** Returns the active lanes of the head. */
  int activeMask() {
    return program.stream.activeMask(streamSlot, indexInBlock);
  }

  /** Returns true when nothing that it has issued is under way. */
  boolean isQuiet() {
    return inFlight == 0 && pendingStores == 0;
  }
}
