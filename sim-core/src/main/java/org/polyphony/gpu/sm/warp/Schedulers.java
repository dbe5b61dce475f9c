package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.config.SmConfig;

/**
 * Maps warps to the warp schedulers of an SM: warp slot w belongs to scheduler w mod schedulers.
 * Where each process has schedulers of its own, those of process p come after those of process p -
 * 1, and the schedulers with the same number in their process have the same units.
 */
public final class Schedulers {
  private final int count; // of a process
  private final long[] warpsOf; // by scheduler of a process
  private final WarpStates states; // null if all processes share the schedulers
  private final int processes;
  private final int mask;
  private final boolean divideEvenly; // 64 slots divide evenly among 1, 2, 4 or 8 schedulers

  /** Creates the schedulers that all processes share. */
  public Schedulers(SmConfig sm) {
    this(sm, null, 1);
  }

  /**
   * Creates the schedulers of an SM.
   *
   * @param states tell the warps of each process
   * @param processes that have schedulers of their own, or 1
   */
  public Schedulers(SmConfig sm, WarpStates states, int processes) {
    count = sm.warpSchedulers();
    this.states = processes > 1 ? states : null;
    this.processes = processes;
    warpsOf = new long[count];
    for (int w = 0; w < sm.warps(); w++) {
      warpsOf[w % count] |= 1L << w;
    }
    mask = (1 << count) - 1;
    divideEvenly = Integer.bitCount(count) == 1 && count <= 8;
  }

  /** Returns all schedulers. */
  public int count() {
    return count * processes;
  }

  /** Returns the processes that have schedulers of their own, 1 if all share them. */
  public int processes() {
    return processes;
  }

  /** Returns which units a scheduler has: its number within its process. */
  public int unit(int scheduler) {
    return processes == 1 ? scheduler : scheduler % count;
  }

  /** Returns which scheduler of its process goes first in a cycle; rotates. */
  public int first(long cycle) {
    return (int) (divideEvenly ? cycle & (count - 1) : cycle % count);
  }

  public long warpsOf(int scheduler) {
    return states == null
        ? warpsOf[scheduler]
        : warpsOf[scheduler % count] & states.ofProcess(scheduler / count);
  }

  /** Returns all schedulers as a bit mask. */
  public int all() {
    return (1 << (count * processes)) - 1;
  }

  /** Returns the schedulers of a set of warps; bit s is scheduler s. */
  public int of(long warps) {
    if (warps == 0) {
      return 0;
    }
    if (states == null) {
      return withinProcess(warps);
    }
    int found = 0;
    for (int p = 0; p < processes; p++) {
      found |= withinProcess(warps & states.ofProcess(p)) << (p * count);
    }
    return found;
  }

  private int withinProcess(long warps) {
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
