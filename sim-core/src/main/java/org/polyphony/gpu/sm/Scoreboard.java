package org.polyphony.gpu.sm;

/**
 * The registers of each warp that an instruction in flight will write.
 *
 * <p>State per warp: the pending registers; those of them that a memory access writes; those that
 * an access to global or local memory writes. Register sets are {@link KernelProgram#WORDS} words;
 * all words are worked on at once, whether or not a kernel uses them, which needs no branch.
 * Source: GPU Maestro Table 2; the scoreboard of Accel-Sim.
 */
final class Scoreboard {
  private static final int STRIDE = 16; // longs of a warp
  private static final int LOADS = 4;
  private static final int GLOBAL = 8;

  private final long[] pending;

  Scoreboard(int warps) {
    pending = new long[warps * STRIDE];
  }

  /**
   * Reserves what an instruction writes at its issue.
   *
   * @param isLoad true when a memory access writes it
   * @param isGlobal true when that accesses global or local memory
   */
  void reserve(int warp, KernelProgram kernel, int index, boolean isLoad, boolean isGlobal) {
    int at = warp * STRIDE;
    int defines = KernelProgram.defines(index);
    add(at, kernel.registers, defines);
    if (isLoad) {
      add(at + LOADS, kernel.registers, defines);
    }
    if (isGlobal) {
      add(at + GLOBAL, kernel.registers, defines);
    }
  }

  private void add(int at, long[] registers, int defines) {
    pending[at] |= registers[defines];
    pending[at + 1] |= registers[defines + 1];
    pending[at + 2] |= registers[defines + 2];
    pending[at + 3] |= registers[defines + 3];
  }

  /** Takes notice that an instruction has written its registers. */
  void release(int warp, KernelProgram kernel, int index, boolean isMemory) {
    int at = warp * STRIDE;
    int defines = KernelProgram.defines(index);
    remove(at, kernel.registers, defines);
    if (isMemory) {
      remove(at + LOADS, kernel.registers, defines);
      remove(at + GLOBAL, kernel.registers, defines);
    }
  }

  private void remove(int at, long[] registers, int defines) {
    pending[at] &= ~registers[defines];
    pending[at + 1] &= ~registers[defines + 1];
    pending[at + 2] &= ~registers[defines + 2];
    pending[at + 3] &= ~registers[defines + 3];
  }

  /** Returns true when an instruction reads or writes a register that is pending (RAW, WAW). */
  boolean blocks(int warp, KernelProgram kernel, int index) {
    return meets(warp * STRIDE, kernel.registers, KernelProgram.uses(index));
  }

  /** Returns true when one of these registers is written by a memory access. */
  boolean blocksOnLoad(int warp, KernelProgram kernel, int index) {
    return meets(warp * STRIDE + LOADS, kernel.registers, KernelProgram.uses(index));
  }

  /** Returns true when one of these registers is written by an access to global or local memory. */
  boolean blocksOnGlobal(int warp, KernelProgram kernel, int index) {
    return meets(warp * STRIDE + GLOBAL, kernel.registers, KernelProgram.uses(index));
  }

  private boolean meets(int at, long[] registers, int uses) {
    long common = pending[at] & registers[uses];
    common |= pending[at + 1] & registers[uses + 1];
    common |= pending[at + 2] & registers[uses + 2];
    common |= pending[at + 3] & registers[uses + 3];
    return common != 0;
  }

  /** Returns true when no register of a warp is pending. */
  boolean isQuiet(int warp) {
    int at = warp * STRIDE;
    return (pending[at] | pending[at + 1] | pending[at + 2] | pending[at + 3]) == 0;
  }
}
