package org.polyphony.gpu.testing;

/** The lane addresses of a memory instruction of a {@link Script}. */
@FunctionalInterface
public interface Lanes {
  /**
   * Returns the byte address that a lane accesses.
   *
   * @param warp number of the warp in the grid: thread block * warps per block + warp in block
   * @param repeat how often the warp has executed the instruction before
   * @param lane 0 to 31
   */
  long address(long warp, int repeat, int lane);

  static Lanes strided(long base, int strideBytes) {
    return (warp, repeat, lane) -> base + (long) lane * strideBytes;
  }

  static Lanes same(long address) {
    return (warp, repeat, lane) -> address;
  }
}
