package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.PipeConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.OpClass;

/**
 * Decodes a program for a device: pipe, latency, registers with their banks, and code address of
 * each instruction.
 */
final class InstructionDecoder {
  /**
   * Pseudo-register for the right to issue: written by instructions that hold their warp, read by
   * all others. Uses the zero register's number.
   */
  private static final int WARP = InstructionTable.ZERO_REGISTER;

  /**
   * Pseudo-register for predicates, which instructions do not name: written by comparisons, read by
   * branches. Uses the highest register, which few programs have. Comparisons do not read it: they
   * issue back to back, and the first to complete releases the branch.
   */
  private static final int PREDICATE = WARP - 1;

  private final InstructionTable table;
  private final GpuConfig config;
  private final SmConfig sm;
  private final int banks; // per scheduler
  private final boolean anyHoldsWarp;
  private final long step; // bytes per instruction in the source

  private InstructionDecoder(InstructionTable table, GpuConfig config) {
    this.table = table;
    this.config = config;
    this.sm = config.sm();
    this.banks = sm.registerBanks() / sm.warpSchedulers();
    long divisor = 0;
    for (int i = 0; i < table.size(); i++) {
      divisor = greatestCommonDivisor(table.pc(i) - table.pc(0), divisor);
    }
    this.step = divisor;
    this.anyHoldsWarp =
        sm.pipes().stream().flatMap(p -> p.executes().stream()).anyMatch(t -> t.holdsWarp());
  }

  /** Returns the decoded instructions of a table, in its order. */
  static Instruction[] decode(InstructionTable table, GpuConfig config) {
    InstructionDecoder decoder = new InstructionDecoder(table, config);
    Instruction[] decoded = new Instruction[table.size()];
    for (int i = 0; i < decoded.length; i++) {
      decoded[i] = decoder.decode(i);
    }
    return decoded;
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? Math.abs(a) : greatestCommonDivisor(b, a % b);
  }

  private Instruction decode(int i) {
    int kind = InstructionKind.of(table, i);
    Piped piped = InstructionKind.isMemory(kind) ? Piped.memory(config, kind) : piped(i);
    if (kind == InstructionKind.MULTIPLY) {
      piped = piped.multiplies(WarpgroupShape.of(table.mnemonic(i)), sm, !hasOtherSource(i));
    }
    return new Instruction(table, i, piped, codeAddress(i), registers(i, piped));
  }

  /** Preserves distances in instructions, whatever the instruction size in the source. */
  private long codeAddress(int i) {
    return step == 0 ? 0 : (table.pc(i) - table.pc(0)) / step * config.l1i().instructionBytes();
  }

  /** Destination and timing of an instruction. */
  record Piped(
      int port,
      int latency,
      int interval,
      boolean holdsWarp,
      boolean guards,
      boolean guarded,
      int operandBytes) {
    /** Returns this unit with the timing of a warp's part of an asynchronous multiply-add. */
    Piped multiplies(WarpgroupShape shape, SmConfig sm, boolean readsA) {
      int cycles = shape.cycles(sm.warpgroupMultiplyAdds());
      int end = cycles + (readsA ? sm.warpgroupLatency() : sm.warpgroupRegisterLatency());
      int interval = readsA ? cycles : Math.max(cycles, sm.warpgroupRegisterInterval());
      return new Piped(port, end, interval, false, false, guarded, shape.bytes(readsA));
    }

    /** An instruction that holds its warp stalls it for as long, whatever the machine code says. */
    int stall(int written) {
      return written > 0 && holdsWarp ? Math.max(written, latency) : written;
    }

    static Piped memory(GpuConfig config, int kind) {
      return new Piped(memoryPort(config, kind), 0, 0, false, false, false, 0);
    }

    static Piped at(int port, int latency, PipeConfig.Timing t) {
      return new Piped(
          port, latency, t.initiationInterval(), t.holdsWarp(), t.guards(), t.guarded(), 0);
    }

    private static int memoryPort(GpuConfig config, int kind) {
      SmConfig sm = config.sm();
      if (InstructionKind.isShared(kind) && sm.sharedMemory().ownPath()) {
        return Ports.shared(sm);
      }
      boolean isConstant = kind == InstructionKind.CONSTANT_LOAD;
      return isConstant && config.constantCache().ownPath()
          ? Ports.constants(sm)
          : Ports.memory(sm);
    }
  }

  /** The timing that names the mnemonic most closely counts. */
  private Piped piped(int i) {
    OpClass opClass = table.opClass(i);
    OpClass piped = sm.hasPipe(opClass) ? opClass : OpClass.INT;
    Piped found = new Piped(0, 0, 0, false, false, false, 0);
    int closest = PipeConfig.Timing.NOT_NAMED;
    for (int p = 0; p < sm.pipes().size(); p++) {
      for (PipeConfig.Timing t : sm.pipes().get(p).executes()) {
        int matches = t.opClass() == piped ? t.matches(table.mnemonic(i)) : closest;
        if (matches > closest) {
          closest = matches;
          int latency = piped == opClass ? t.latency() : 1; // classes without a pipe have no result
          found = Piped.at(p, latency, t);
        }
      }
    }
    return found;
  }

  /** Returns whether an instruction reads a register that it does not write. */
  private boolean hasOtherSource(int i) {
    boolean found = false;
    for (int s = 0; s < table.sourceCount(i); s++) {
      boolean isOther = table.source(i, s) != InstructionTable.ZERO_REGISTER;
      for (int d = 0; d < table.destinationCount(i); d++) {
        isOther &= table.source(i, s) != table.destination(i, d);
      }
      found |= isOther;
    }
    return found;
  }

  private Instruction.Registers registers(int i, Piped piped) {
    Instruction.Registers found = new Instruction.Registers(banks);
    boolean isAwaited = table.effect(i) != Effect.MULTIPLY; // by instructions that use the result
    for (int k = 0; k < table.destinationCount(i); k++) {
      if (isAwaited) {
        add(found.defines, table.destination(i, k));
      }
      add(found.uses, table.destination(i, k));
    }
    for (int k = 0; k < table.sourceCount(i); k++) {
      add(found.uses, table.source(i, k));
    }
    // pseudo-registers: the right to issue, and predicates
    found.uses[WARP >> 6] |= anyHoldsWarp ? 1L << WARP : 0;
    found.defines[WARP >> 6] |= piped.holdsWarp ? 1L << WARP : 0;
    found.defines[PREDICATE >> 6] |= piped.guards ? 1L << PREDICATE : 0;
    found.uses[PREDICATE >> 6] |= piped.guarded ? 1L << PREDICATE : 0;
    for (int shift = 0; shift < banks; shift++) {
      found.sourceBanks[shift] = sourceBanks(i, shift);
      found.definedBanks[shift] = definedBanks(i, shift);
    }
    return found;
  }

  private static void add(long[] set, int register) {
    if (register != InstructionTable.ZERO_REGISTER) {
      set[register >> 6] |= 1L << register;
    }
  }

  private long sourceBanks(int i, int shift) {
    long found = 0;
    for (int k = 0; k < table.sourceCount(i); k++) {
      found += isRepeated(i, k) ? 0 : 1L << (4 * ((table.source(i, k) + shift) % banks));
    }
    return found;
  }

  private long definedBanks(int i, int shift) {
    long found = 0;
    for (int k = 0; k < table.destinationCount(i); k++) {
      found |= 1L << (4 * ((table.destination(i, k) + shift) % banks));
    }
    return found;
  }

  /** An operand that appears twice is read once. */
  private boolean isRepeated(int i, int k) {
    for (int earlier = 0; earlier < k; earlier++) {
      if (table.source(i, earlier) == table.source(i, k)) {
        return true;
      }
    }
    return false;
  }
}
