package org.polyphony.gpu.testing;

/** The operands of an instruction of a {@link Script}. */
@FunctionalInterface
public interface Operands {
  /**
   * Returns the operands.
   *
   * @param warp number of the warp in the grid: thread block * warps per block + warp in block
   * @param repeat how often the warp has executed the instruction before
   */
  long[] of(long warp, int repeat);
}
