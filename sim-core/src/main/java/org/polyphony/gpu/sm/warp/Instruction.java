package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;

/**
 * A static instruction of a program, decoded for a device.
 *
 * <p>Register sets are bit sets of 256 bits in four words each; the zero register is in none.
 * Fields of an object and not arrays by instruction: what an issue needs lies side by side and is
 * read without further look-ups.
 */
public final class Instruction {
  private static final int WORDS = 4; // of a register set

  /** Its place in the program, from 0. */
  public final int index;

  /** One of the constants of {@link InstructionKind}. */
  public final int kind;

  /** Where it goes from issue, as in {@link Ports}. */
  public final int port;

  /** Core cycles in its pipe; 0 for memory instructions. */
  public final int latency;

  /** Core cycles until its unit takes another one. */
  public final int interval;

  /** Cycles after which its warp may issue the next instruction; 0: its machine code is unknown. */
  public final int stall;

  /** True when another warp should issue next. */
  public final boolean yields;

  /** Bytes that each lane of a memory instruction accesses. */
  public final int width;

  /** As in {@link InstructionTable}. */
  public final int flags;

  /** True when it accesses thread-private memory. */
  public final boolean isLocal;

  /** True when a memory access writes its registers. */
  public final boolean isLoad;

  /** True when it accesses global or local memory. */
  public final boolean isGlobal;

  /** Its address in the source. */
  public final long pc;

  /** Where it lies on the device, in bytes from the start of the program. */
  public final long codeAddress;

  // sources and destinations: what must not be pending
  final long uses0;
  final long uses1;
  final long uses2;
  final long uses3;
  // destinations
  final long defines0;
  final long defines1;
  final long defines2;
  final long defines3;
  private final long[] sourceBanks; // by warp mod banks: operands per bank, 4 bits each
  private final long[] definedBanks; // likewise: banks that the destinations lie in, 4 bits apart

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

  /** What an instruction reads and writes. */
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
   * Returns the operands that it reads per register bank of its scheduler, 4 bits each.
   *
   * @param firstBank where register 0 of its warp lies
   */
  public long sourceBanks(int firstBank) {
    return sourceBanks[firstBank];
  }

  /** Returns the register banks that it writes, 4 bits apart; as {@link #sourceBanks}. */
  public long definedBanks(int firstBank) {
    return definedBanks[firstBank];
  }
}
