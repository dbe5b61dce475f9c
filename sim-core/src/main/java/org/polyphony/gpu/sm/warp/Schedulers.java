package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.config.SmConfig;

/**
 * Which warps belong to which warp scheduler of an SM: warp slot w to scheduler w mod schedulers.
 */
public final class Schedulers {
  private final int count;
  private final long[] warpsOf; // by scheduler
  private final int mask;
  private final boolean divideEvenly; // 64 slots among 1, 2, 4 or 8 schedulers, by halving

  /** Divides the warp slots of an SM. */
  public Schedulers(SmConfig sm) {
    count = sm.warpSchedulers();
    warpsOf = new long[count];
    for (int w = 0; w < sm.warps(); w++) {
      warpsOf[w % count] |= 1L << w;
    }
    mask = (1 << count) - 1;
    divideEvenly = Integer.bitCount(count) == 1 && count <= 8;
  }

  public int count() {
    return count;
  }

  /** Returns the scheduler that goes first in a cycle: each in turn. */
  public int first(long cycle) {
    return (int) (divideEvenly ? cycle & (count - 1) : cycle % count);
  }

  public long warpsOf(int scheduler) {
    return warpsOf[scheduler];
  }

  /** Returns all schedulers, a bit each. */
  public int all() {
    return mask;
  }

  /** Returns the schedulers that a set of warps belongs to, bit s for scheduler s. */
  public int of(long warps) {
    if (warps == 0) {
      return 0;
    }
    return divideEvenly ? halve(warps) : search(warps);
  }

  private int halve(long warps) {
    long folded = warps | warps >>> 32;
    folded |= folded >>> 16;
    folded |= folded >>> 8; // there are 8 schedulers at most, on most devices 4
    for (int width = 4; width >= count; width >>= 1) {
      folded |= folded >>> width;
    }
    return (int) folded & mask;
  }

  private int search(long warps) {
    int found = 0;
    for (int s = 0; s < count; s++) {
      found |= (warps & warpsOf[s]) != 0 ? 1 << s : 0;
    }
    return found;
  }
}
