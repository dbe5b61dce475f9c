package org.polyphony.gpu.sm.memory;

/**
 * Address layout of thread-private memory: the same element of all lanes, warps and SMs is
 * contiguous, so that a warp accessing one variable touches consecutive sectors, and different
 * warps use different cache sets.
 *
 * <p>Elements are interleaved at the access width; a variable accessed at two widths has two
 * locations. Source: CUDA C++ Programming Guide, device memory accesses, local memory.
 */
final class LocalMemory {
  private static final long BASE = 1L << 47;
  private static final int OFFSET_BITS = 24;
  private static final int LANE_BITS = 5;
  private static final int WARP_BITS = 6;
  private static final int SM_BITS = 8;

  private final long sm;

  LocalMemory(int sm) {
    this.sm = sm;
  }

  void place(long[] lanes, int mask, int width, int warp) {
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      long offset = lanes[lane] & ((1L << OFFSET_BITS) - 1);
      long element = offset / width;
      long row = ((element << SM_BITS | sm) << WARP_BITS | warp) << LANE_BITS | lane;
      lanes[lane] = BASE + row * width + offset % width;
    }
  }
}
