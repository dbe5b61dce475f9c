package org.polyphony.workload.trace;

import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.Fidelity;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.fidelity.SassFidelity;
import org.polyphony.workload.sass.SassMnemonic;
import org.polyphony.workload.sass.SassOpcodes;

/** One static instruction of a trace and how often it was executed. */
final class StaticInstruction {
  static final int NO_IMMEDIATE = -1;

  final long pc;
  final String mnemonic;
  final OpClass opClass;
  final MemorySpace space;
  final int widthBytes;
  final int[] destinations;
  final int[] sources;

  /** Its operand, if {@link SassMnemonic#hasImmediate}; {@link #NO_IMMEDIATE} if not known. */
  final int immediate;

  int flags;
  long warpCount;
  long threadCount;
  int writer; // its number among the stores of global memory, from 1; 0: it is none

  StaticInstruction(
      long pc,
      SassMnemonic sass,
      MemorySpace space,
      int[] destinations,
      int[] sources,
      int immediate) {
    this(
        pc,
        sass.text(),
        sass.opClass(space),
        space,
        sass.widthBytes(),
        destinations,
        sources,
        immediate);
    this.flags = sass.flags(space);
  }

  StaticInstruction(
      long pc,
      String mnemonic,
      OpClass opClass,
      MemorySpace space,
      int widthBytes,
      int[] destinations,
      int[] sources,
      int immediate) {
    this.pc = pc;
    this.mnemonic = mnemonic;
    this.opClass = opClass;
    this.space = space;
    this.widthBytes = space == MemorySpace.NONE ? 0 : widthBytes;
    this.destinations = destinations;
    this.sources = sources;
    this.immediate = immediate;
  }

  private Fidelity fidelity(int binaryVersion) {
    Fidelity known =
        SassFidelity.of(mnemonic, space != MemorySpace.NONE, immediate != NO_IMMEDIATE);
    String opcode = mnemonic.split("\\.", 2)[0];
    boolean isUnknown = SassOpcodes.classOf(binaryVersion, opcode) == null;
    return isUnknown && known.isModelled() ? SassFidelity.UNKNOWN : known;
  }

  boolean isGlobal() {
    return space == MemorySpace.GLOBAL;
  }

  /**
   * Appends it to a table.
   *
   * @param binaryVersion SM version of the code
   */
  void addTo(InstructionTable.Builder table, int binaryVersion) {
    table.add(pc, mnemonic, opClass, destinations, sources);
    table.fidelity(fidelity(binaryVersion));
    int operands = immediate == NO_IMMEDIATE ? 0 : 1;
    Effect effect = new SassMnemonic(mnemonic, binaryVersion, widthBytes).effect(operands);
    table.effect(effect).operands(operands);
    // a trace does not say which multiply-add closes a group: a wait closes the open one
    int commits = effect == Effect.AWAIT_MULTIPLIES ? InstructionTable.COMMITS : 0;
    if (space != MemorySpace.NONE || commits != 0) {
      table.memory(space, widthBytes, flags | commits);
    }
  }
}
