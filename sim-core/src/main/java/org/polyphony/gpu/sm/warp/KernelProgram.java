package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;

/**
 * A running kernel from the SMs' view: its decoded instructions and its stream. Shared by all SMs.
 */
public final class KernelProgram {
  /** Row in the kernel control block. */
  public final int row;

  /** The process that launched it. */
  public final int process;

  /** Base address, added to every global address. */
  public final long addressBase;

  /** Start address of its code. */
  public final long codeBase;

  public final int warpsPerBlock;

  /** Occupancy of an SM that runs nothing else, at least 1. */
  public final int blocksAlone;

  /**
   * Offset of saved contexts: 0 if all processes share the memory, else the start of the process's
   * address space, whose memory then holds them.
   */
  public long contextBase;

  /** Supplies the dynamic instructions of its warps. */
  public final InstructionStream stream;

  final int instructionBytes;
  private final Instruction[] code;
  private final int[] freeSlots; // stack of free stream slots
  private int freeCount;

  /**
   * Decodes a kernel.
   *
   * @param codeBase start address of its code, the same for every launch of this kernel by the
   *     process
   */
  public KernelProgram(
      int row,
      int process,
      long addressBase,
      long codeBase,
      Kernel kernel,
      int slots,
      GpuConfig config) {
    this.row = row;
    this.process = process;
    this.addressBase = addressBase;
    this.codeBase = codeBase;
    this.instructionBytes = config.l1i().instructionBytes();
    this.warpsPerBlock = kernel.warpsPerBlock();
    ThreadBlockNeed need = ThreadBlockNeed.of(config.sm(), kernel);
    this.blocksAlone = Math.max(1, Occupancy.of(config.sm(), need).threadBlocks());
    this.stream = kernel.open(slots);
    this.freeSlots = new int[slots];
    for (int i = 0; i < slots; i++) {
      freeSlots[i] = slots - 1 - i;
    }
    this.freeCount = slots;
    this.code = InstructionDecoder.decode(kernel.instructions(), config);
  }

  public int length() {
    return code.length;
  }

  public Instruction instruction(int index) {
    return code[index];
  }

  /** Begins a thread block in a free stream slot; returns the slot. */
  public int begin(long threadBlock) {
    int slot = freeSlots[--freeCount];
    stream.begin(slot, threadBlock);
    return slot;
  }

  /** Ends the thread block in a stream slot. */
  public void end(int slot) {
    stream.end(slot);
    freeSlots[freeCount++] = slot;
  }

  public void close() {
    stream.close();
  }
}
