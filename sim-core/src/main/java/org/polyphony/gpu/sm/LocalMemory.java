package org.polyphony.gpu.sm;

/**
 * Where thread-private memory lies: elements of a warp's lanes at the same offset are neighbours,
 * so that a warp which accesses one variable touches consecutive sectors.
 *
 * <p>Each warp slot of each SM has a region of its own. Elements are interleaved at the width of
 * the access; a variable that is accessed at two widths lies in two places. Source: CUDA C++
 * Programming Guide, device memory accesses, local memory.
 */
final class LocalMemory {
  private static final long BASE = 1L << 47;
  private static final int OFFSET_BITS = 24;
  private static final int LANE_BITS = 5;
  private static final int WARP_BITS = 6;

  private final long base;

  LocalMemory(int sm) {
    this.base = BASE + ((long) sm << (OFFSET_BITS + LANE_BITS + WARP_BITS));
  }

  /** Replaces the offsets of the active lanes by addresses. */
  void place(long[] lanes, int mask, int width, int warp) {
    long region = base + ((long) warp << (OFFSET_BITS + LANE_BITS));
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      long offset = lanes[lane] & ((1L << OFFSET_BITS) - 1);
      long element = offset / width;
      lanes[lane] = region + ((element << LANE_BITS) + lane) * width + offset % width;
    }
  }
}
