package org.polyphony.workload.trace;

import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/** One static instruction of a trace and how often it was executed. */
final class StaticInstruction {
  final long pc;
  final String mnemonic;
  final OpClass opClass;
  final MemorySpace space;
  final int widthBytes;
  final int[] destinations;
  final int[] sources;
  int flags;
  long warpCount;
  long threadCount;

  StaticInstruction(
      long pc, SassMnemonic sass, MemorySpace space, int[] destinations, int[] sources) {
    this(pc, sass.text(), sass.opClass(space), space, sass.widthBytes(), destinations, sources);
    this.flags = sass.flags(space);
  }

  StaticInstruction(
      long pc,
      String mnemonic,
      OpClass opClass,
      MemorySpace space,
      int widthBytes,
      int[] destinations,
      int[] sources) {
    this.pc = pc;
    this.mnemonic = mnemonic;
    this.opClass = opClass;
    this.space = space;
    this.widthBytes = space == MemorySpace.NONE ? 0 : widthBytes;
    this.destinations = destinations;
    this.sources = sources;
  }

  StaticInstruction at(long otherPc) {
    StaticInstruction copy =
        new StaticInstruction(otherPc, mnemonic, opClass, space, widthBytes, destinations, sources);
    copy.flags = flags;
    copy.warpCount = warpCount;
    copy.threadCount = threadCount;
    return copy;
  }

  boolean isGlobal() {
    return space == MemorySpace.GLOBAL;
  }

  void addTo(InstructionTable.Builder table) {
    table.add(pc, mnemonic, opClass, destinations, sources);
    if (space != MemorySpace.NONE) {
      table.memory(space, widthBytes, flags);
    }
  }
}
