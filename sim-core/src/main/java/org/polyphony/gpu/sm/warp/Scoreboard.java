package org.polyphony.gpu.sm.warp;

/**
 * The registers of a warp with a pending write.
 *
 * <p>State: pending registers; those written by a memory access; those written by an access to
 * global or local memory. All four words of a set are always processed, which avoids branches.
 * Source: GPU Maestro Table 2; the scoreboard of Accel-Sim.
 */
final class Scoreboard {
  private long pending0;
  private long pending1;
  private long pending2;
  private long pending3;
  private long load0;
  private long load1;
  private long load2;
  private long load3;
  private long global0;
  private long global1;
  private long global2;
  private long global3;

  /** Marks an instruction's destinations as pending, at issue. */
  void reserve(Instruction i) {
    pending0 |= i.defines0;
    pending1 |= i.defines1;
    pending2 |= i.defines2;
    pending3 |= i.defines3;
    if (i.isLoad) {
      load0 |= i.defines0;
      load1 |= i.defines1;
      load2 |= i.defines2;
      load3 |= i.defines3;
    }
    if (i.isGlobal) {
      global0 |= i.defines0;
      global1 |= i.defines1;
      global2 |= i.defines2;
      global3 |= i.defines3;
    }
  }

  /** Clears an instruction's destinations, at write-back. */
  void release(Instruction i) {
    pending0 &= ~i.defines0;
    pending1 &= ~i.defines1;
    pending2 &= ~i.defines2;
    pending3 &= ~i.defines3;
    if (i.kind != InstructionKind.PIPED) {
      load0 &= ~i.defines0;
      load1 &= ~i.defines1;
      load2 &= ~i.defines2;
      load3 &= ~i.defines3;
      global0 &= ~i.defines0;
      global1 &= ~i.defines1;
      global2 &= ~i.defines2;
      global3 &= ~i.defines3;
    }
  }

  /** Returns whether an instruction reads or writes a pending register (RAW, WAW). */
  boolean blocks(Instruction i) {
    long low = (pending0 & i.uses0) | (pending1 & i.uses1);
    return (low | (pending2 & i.uses2) | (pending3 & i.uses3)) != 0;
  }

  /** Returns whether an instruction depends on a register that a memory access writes. */
  boolean blocksOnLoad(Instruction i) {
    long low = (load0 & i.uses0) | (load1 & i.uses1);
    return (low | (load2 & i.uses2) | (load3 & i.uses3)) != 0;
  }

  /** Returns whether an instruction depends on a register that a global or local access writes. */
  boolean blocksOnGlobal(Instruction i) {
    long low = (global0 & i.uses0) | (global1 & i.uses1);
    return (low | (global2 & i.uses2) | (global3 & i.uses3)) != 0;
  }

  /** Returns whether no register is pending. */
  boolean isQuiet() {
    return (pending0 | pending1 | pending2 | pending3) == 0;
  }
}
