package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;

/**
 * A static instruction, decoded for a device.
 *
 * <p>Register sets are 256-bit sets of four words; the zero register is in none. Stored as objects
 * rather than arrays by field, so that the data needed at issue is contiguous.
 */
public final class Instruction {
  private static final int WORDS = 4; // per register set

  /** Index in the program, from 0. */
  public final int index;

  /** One of the constants of {@link InstructionKind}. */
  public final int kind;

  /** Destination after issue, see {@link Ports}. */
  public final int port;

  /** Latency in its pipe in core cycles; 0 for memory instructions. */
  public final int latency;

  /** Initiation interval of its unit in core cycles. */
  public final int interval;

  /** Stall count: cycles until its warp may issue again; 0 if unknown. */
  public final int stall;

  /** Yield hint: another warp should issue next. */
  public final boolean yields;

  /** Access width per lane in bytes, for memory instructions. */
  public final int width;

  /** Flags of {@link InstructionTable}. */
  public final int flags;

  /** Whether it accesses thread-private (local) memory. */
  public final boolean isLocal;

  /** Whether it is a memory access with a destination register. */
  public final boolean isLoad;

  /** Whether it accesses global or local memory. */
  public final boolean isGlobal;

  /** Whether it is an asynchronous copy to shared memory. */
  public final boolean isCopy;

  /** Whether it accesses shared memory of another thread block. */
  public final boolean isRemote;

  /** 8x8 matrices whose rows its lanes address in shared memory; 0 for other accesses. */
  public final int matrices;

  /** Bytes that its tensor unit reads from shared memory; 0 for other instructions. */
  public final int operandBytes;

  /** Number of operands that the stream gives. */
  public final int operandCount;

  /** Program counter in the source. */
  public final long pc;

  /** Byte offset in the program on the device. */
  public final long codeAddress;

  // sources and destinations: must not be pending at issue
  final long uses0;
  final long uses1;
  final long uses2;
  final long uses3;
  // destinations
  final long defines0;
  final long defines1;
  final long defines2;
  final long defines3;
  private final long[] sourceBanks; // by warp mod banks: operands read per bank, 4 bits each
  private final long[] definedBanks; // by warp mod banks: banks of the destinations, 4 bits apart

  Instruction(
      InstructionTable table,
      int index,
      InstructionDecoder.Piped piped,
      long codeAddress,
      Registers registers) {
    this.index = index;
    this.kind = InstructionKind.of(table, index);
    this.port = piped.port();
    this.latency = piped.latency();
    this.interval = piped.interval();
    this.stall = piped.stall(table.stall(index));
    this.yields = table.yields(index);
    this.width = table.widthBytes(index);
    this.flags = table.flags(index);
    this.isLocal = table.space(index) == MemorySpace.LOCAL;
    this.isLoad = InstructionKind.isMemory(kind) && kind != InstructionKind.GLOBAL_STORE;
    this.isGlobal = InstructionKind.isGlobal(kind);
    this.isCopy = table.effect(index) == Effect.COPY;
    this.isRemote = table.effect(index) == Effect.REMOTE;
    this.matrices = table.effect(index) == Effect.MATRICES ? (width + 3) / 4 : 0;
    this.operandBytes = piped.operandBytes();
    this.operandCount = table.operandCount(index);
    this.pc = table.pc(index);
    this.codeAddress = codeAddress;
    this.uses0 = registers.uses[0];
    this.uses1 = registers.uses[1];
    this.uses2 = registers.uses[2];
    this.uses3 = registers.uses[3];
    this.defines0 = registers.defines[0];
    this.defines1 = registers.defines[1];
    this.defines2 = registers.defines[2];
    this.defines3 = registers.defines[3];
    this.sourceBanks = registers.sourceBanks;
    this.definedBanks = registers.definedBanks;
  }

  /** The registers that an instruction reads and writes. */
  static final class Registers {
    final long[] uses = new long[WORDS]; // sources and destinations
    final long[] defines = new long[WORDS]; // destinations
    final long[] sourceBanks; // by warp mod banks
    final long[] definedBanks; // by warp mod banks

    Registers(int banks) {
      sourceBanks = new long[banks];
      definedBanks = new long[banks];
    }
  }

  /**
   * Returns the number of operands read per register bank of its scheduler, 4 bits each.
   *
   * @param firstBank bank of register 0 of its warp
   */
  public long sourceBanks(int firstBank) {
    return sourceBanks[firstBank];
  }

  /** Returns the register banks that it writes, 4 bits apart; see {@link #sourceBanks}. */
  public long definedBanks(int firstBank) {
    return definedBanks[firstBank];
  }
}
