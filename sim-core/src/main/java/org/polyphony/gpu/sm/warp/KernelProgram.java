package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;

/**
 * A running kernel as the SMs see it: its instructions decoded for this device, and its stream. All
 * SMs share one program.
 */
public final class KernelProgram {
  /** Row in the kernel control block. */
  public final int row;

  /** The process that launched it. */
  public final int process;

  /** Added to every global address. */
  public final long addressBase;

  /** Where its code lies. */
  public final long codeBase;

  /** Warps of a thread block. */
  public final int warpsPerBlock;

  /** Thread blocks on an SM that runs nothing else, at least 1. */
  public final int blocksAlone;

  /** Where the instructions of its warps come from. */
  public final InstructionStream stream;

  final int instructionBytes;
  private final Instruction[] code;
  private final int[] freeSlots; // of the stream, a stack
  private int freeCount;

  /**
   * Decodes a kernel.
   *
   * @param codeBase where its program lies, the same each time the process launches this kernel
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

  /** Begins a thread block in a free slot of the stream; returns the slot. */
  public int begin(long threadBlock) {
    int slot = freeSlots[--freeCount];
    stream.begin(slot, threadBlock);
    return slot;
  }

  /** Ends the thread block in a slot of the stream. */
  public void end(int slot) {
    stream.end(slot);
    freeSlots[freeCount++] = slot;
  }

  public void close() {
    stream.close();
  }
}
