package org.polyphony.gpu.sm.warp;

import java.util.stream.IntStream;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;

/**
 * A running kernel from the view of an SM: its decoded instructions, which all SMs share, and its
 * view of the stream.
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

  /** Tiles that its clusters draw, 0 if none. */
  public final long tiles;

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
  private final StreamSlots slots;

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
    this.tiles = kernel.tiles();
    ThreadBlockNeed need = ThreadBlockNeed.of(config.sm(), kernel);
    this.blocksAlone = Math.max(1, Occupancy.of(config.sm(), need).threadBlocks());
    this.stream = kernel.open(slots);
    this.slots = new StreamSlots(slots);
    this.code = InstructionDecoder.decode(kernel.instructions(), config);
  }

  private KernelProgram(KernelProgram of) {
    row = of.row;
    process = of.process;
    addressBase = of.addressBase;
    codeBase = of.codeBase;
    instructionBytes = of.instructionBytes;
    warpsPerBlock = of.warpsPerBlock;
    tiles = of.tiles;
    blocksAlone = of.blocksAlone;
    contextBase = of.contextBase;
    code = of.code;
    slots = of.slots;
    stream = of.stream.view();
  }

  /** Returns the same program for another SM. */
  public KernelProgram view() {
    return new KernelProgram(this);
  }

  public Instruction instruction(int index) {
    return code[index];
  }

  /** Starts a thread block in a free stream slot and returns the slot. */
  public int begin(long threadBlock) {
    int slot = slots.take();
    stream.begin(slot, threadBlock);
    return slot;
  }

  /** Ends the thread block in a stream slot. */
  public void end(int slot) {
    stream.end(slot);
    slots.release(slot);
  }

  public void close() {
    stream.close();
  }

  /** The free slots of a launch's instruction stream, one for each resident thread block. */
  private static final class StreamSlots {
    private final int[] free; // a stack
    private int count;

    StreamSlots(int slots) {
      free = IntStream.range(0, slots).map(i -> slots - 1 - i).toArray();
      count = slots;
    }

    int take() {
      return free[--count];
    }

    void release(int slot) {
      free[count++] = slot;
    }
  }
}
