package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.kernel.InstructionStream;

/**
 * A warp slot of an SM and the warp in it.
 *
 * <p>Stored as an object rather than arrays by field, so that the data needed at each issue is
 * contiguous. Modified only by {@link WarpTable}.
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
  int bulkCopies;

  Warp(int slot) {
    this.slot = slot;
    this.bit = 1L << slot;
  }

  /** Places a new warp, which has no instruction yet. */
  void place(KernelProgram kernel, int tbSlot, int slotInStream, int index) {
    program = kernel;
    block = tbSlot;
    streamSlot = slotInStream;
    indexInBlock = index;
    head = null;
    buffered = 0;
    inFlight = 0;
    pendingStores = 0;
    bulkCopies = 0;
  }

  /** Advances the stream; its next instruction, if any, becomes the head. */
  void advance() {
    int index = program.stream.next(streamSlot, indexInBlock);
    head = index == InstructionStream.END ? null : program.instruction(index);
  }

  /** Returns its slot number on the SM, 0 to 63. */
  public int slot() {
    return slot;
  }

  public long bit() {
    return bit;
  }

  /** Returns its program; null in a free slot. */
  public KernelProgram program() {
    return program;
  }

  /** Returns the next instruction to issue; null if there is none. */
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

  /** Returns the number of fetched instructions, including the head. */
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

  /** Returns whether none of its instructions is in flight. */
  public boolean isQuiet() {
    return hasNoAccess() && bulkCopies == 0;
  }

  /** Returns whether none of its instructions is in flight, bulk copies aside. */
  boolean hasNoAccess() {
    return inFlight == 0 && pendingStores == 0;
  }
}
