package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.sm.warp.AsyncGroups;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.InstructionKind;
import org.polyphony.gpu.sm.warp.Warp;

/**
 * Address generation of an SM: computes a memory instruction's accesses at issue.
 *
 * <p>Lane addresses become sectors of global and local memory, words of constant memory, or passes
 * over the shared-memory banks, which wait in an access buffer; a load gets an entry in the load
 * table. Source: GPU Maestro Table 2; {@link Coalescer}.
 */
public final class AddressGeneration {
  private static final int WIDE = 16; // bytes per lane
  private static final int LOWER_HALF = 0xffff;
  private static final int MATRIX_ROWS = 0xff; // lanes that address the rows of the first matrix
  private static final int PASS_BYTES = 128;
  private static final int MOST_PASSES = 1024;

  private final SmTables state;
  private final AccessBuffers buffers;
  private final LoadTable loads;
  private final Coalescer coalescer;
  private final L1dConfig l1d;
  private final int requestBytes;
  private final LocalMemory localMemory;
  private final boolean keepsLines;
  private final boolean halfWarps;
  private final int remoteBytes; // per cycle
  private final long[] lanes = new long[Kernel.WARP_SIZE];
  private final long[] operands = new long[InstructionTable.MOST_OPERANDS];

  public AddressGeneration(int sm, GpuConfig config, SmTables state) {
    this.state = state;
    this.buffers = state.buffers();
    this.loads = state.loads();
    this.coalescer = new Coalescer(config.sm().sharedMemory());
    this.halfWarps = config.sm().sharedMemory().halfWarps();
    this.remoteBytes = config.clusterBytesPerCycle();
    this.l1d = config.l1d();
    this.requestBytes = config.requestBytes();
    this.keepsLines = config.crossbar().keepsLines();
    this.localMemory = new LocalMemory(sm);
  }

  /**
   * Generates a memory instruction's accesses while the stream is positioned at it.
   *
   * @return the access buffer
   */
  public int prepare(Warp warp, Instruction instruction, int mask) {
    int buffer = buffers.take();
    int kind = instruction.kind;
    if (mask == 0 || kind == InstructionKind.FENCE) {
      return buffer;
    }
    if (InstructionKind.isShared(kind)) {
      buffers.passes[buffer] = sharedPasses(warp, instruction, mask);
      return buffer;
    }
    warp.program().stream.addresses(warp.streamSlot(), warp.indexInBlock(), lanes);
    if (instruction.isLocal) {
      localMemory.place(lanes, mask, instruction.width, warp.slot());
    }
    int accesses = coalesce(instruction, mask);
    buffers.fill(buffer, coalescer, accesses, warp.program().addressBase);
    if (keepsLines
        && kind == InstructionKind.GLOBAL_LOAD
        && DispatchRegister.bypassesL1(instruction, l1d)) {
      buffers.reverse(buffer); // the last one is next: lines leave in ascending order
    }
    if (kind != InstructionKind.CONSTANT_LOAD) {
      if (kind != InstructionKind.GLOBAL_STORE) {
        buffers.load[buffer] = loads.take(warp, instruction, accesses);
      }
      if (instruction.isCopy) {
        copies(warp, instruction, mask, buffers.load[buffer]);
      }
    }
    return buffer;
  }

  private void copies(Warp warp, Instruction instruction, int mask, int load) {
    int bytes = instruction.width * Integer.bitCount(mask);
    int passes =
        instruction.operandCount > 0 ? statedPasses(warp) : (bytes + PASS_BYTES - 1) / PASS_BYTES;
    loads.copies(load, state.warps().joinGroup(warp, AsyncGroups.COPY), passes);
  }

  /** Returns the passes over the banks that the instruction at the cursor states. */
  private int statedPasses(Warp warp) {
    warp.program().stream.operands(warp.streamSlot(), warp.indexInBlock(), operands);
    return (int) Math.max(1, Math.min(MOST_PASSES, operands[0]));
  }

  private int sharedPasses(Warp warp, Instruction instruction, int mask) {
    if (instruction.operandCount > 0) {
      return statedPasses(warp);
    }
    warp.program().stream.addresses(warp.streamSlot(), warp.indexInBlock(), lanes);
    if (instruction.isRemote) {
      int bytes = instruction.width * Integer.bitCount(mask);
      return (bytes + remoteBytes - 1) / remoteBytes;
    }
    if (instruction.matrices > 0) {
      return matrixPasses(instruction.matrices, mask);
    }
    return halfWarps && instruction.width == WIDE
        ? coalescer.bankPasses(lanes, mask & LOWER_HALF)
            + coalescer.bankPasses(lanes, mask & ~LOWER_HALF)
        : coalescer.bankPasses(lanes, mask);
  }

  /** The rows of a matrix are read or written together. */
  private int matrixPasses(int matrices, int mask) {
    int passes = 0;
    for (int matrix = 0; matrix < matrices; matrix++) {
      passes += coalescer.bankPasses(lanes, mask & (MATRIX_ROWS << (8 * matrix)));
    }
    return passes;
  }

  private int coalesce(Instruction instruction, int mask) {
    int width = instruction.width;
    return switch (instruction.kind) {
      case InstructionKind.GLOBAL_ATOMIC -> coalescer.atomics(lanes, mask, width, requestBytes);
      case InstructionKind.CONSTANT_LOAD -> coalescer.words(lanes, mask);
      case InstructionKind.GLOBAL_STORE -> coalescer.sectors(lanes, mask, width, requestBytes);
      default -> coalescer.sectors(lanes, mask, width, loadBytes(instruction));
    };
  }

  /** An L1D look-up may cover more than one request to L2. */
  private int loadBytes(Instruction instruction) {
    return DispatchRegister.bypassesL1(instruction, l1d) ? requestBytes : l1d.fillBytes();
  }
}
