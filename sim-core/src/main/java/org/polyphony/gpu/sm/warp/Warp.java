package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.kernel.InstructionStream;

/**
 * A warp slot of an SM and the warp in it.
 *
 * <p>An object and not arrays by slot: most of it is needed at each issue, and lies side by side
 * here. Only {@link WarpTable} changes it.
 */
public final class Warp {
  final int slot;
  final long bit;
  final Scoreboard scoreboard = new Scoreboard();
  public KernelProgram program;
  Instruction head;
  int block;
  int streamSlot;
  int indexInBlock;
  int buffered;
  int inFlight;
  int pendingStores;

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
    head = index == InstructionStream.END ? null : program.instruction(index);
  }

  /** Returns its number on the SM, 0 to 63. */
  public int slot() {
    return slot;
  }

  public long bit() {
    return bit;
  }

  /** Returns what it runs; null in a free slot. */
  public KernelProgram program() {
    return program;
  }

  /** Returns the instruction that issues next; null when there is none. */
  public Instruction head() {
    return head;
  }

  public int block() {
    return block;
  }

  public int streamSlot() {
    return streamSlot;
  }

  public int indexInBlock() {
    return indexInBlock;
  }

  /** Returns its fetched instructions, the head included. */
  public int buffered() {
    return buffered;
  }

  public int inFlight() {
    return inFlight;
  }

  public int pendingStores() {
    return pendingStores;
  }

  public int activeMask() {
    return program.stream.activeMask(streamSlot, indexInBlock);
  }

  /** Returns true when nothing that it has issued is under way. */
  public boolean isQuiet() {
    return inFlight == 0 && pendingStores == 0;
  }
}
