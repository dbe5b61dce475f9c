package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.config.SmConfig;

/**
 * Maps warps to the warp schedulers of an SM: warp slot w belongs to scheduler w mod schedulers.
 */
public final class Schedulers {
  private final int count;
  private final long[] warpsOf; // by scheduler
  private final int mask;
  private final boolean divideEvenly; // 64 slots divide evenly among 1, 2, 4 or 8 schedulers

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

  /** Returns the scheduler that goes first in a cycle; rotates. */
  public int first(long cycle) {
    return (int) (divideEvenly ? cycle & (count - 1) : cycle % count);
  }

  public long warpsOf(int scheduler) {
    return warpsOf[scheduler];
  }

  /** Returns all schedulers as a bit mask. */
  public int all() {
    return mask;
  }

  /** Returns the schedulers of a set of warps; bit s is scheduler s. */
  public int of(long warps) {
    if (warps == 0) {
      return 0;
    }
    return divideEvenly ? halve(warps) : search(warps);
  }

  private int halve(long warps) {
    long folded = warps | warps >>> 32;
    folded |= folded >>> 16;
    folded |= folded >>> 8; // at most 8 schedulers, on most devices 4
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
