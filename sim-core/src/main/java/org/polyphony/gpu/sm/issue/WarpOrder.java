package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * The order in which a warp scheduler prefers the warps of one kernel. One per SM; the schedulers
 * of the SM are told apart by their number.
 */
public interface WarpOrder {
  /** Makes the order of an SM. */
  interface Factory {
    WarpOrder make(int schedulers, WarpTable warps);
  }

  /**
   * Chooses the warp that issues.
   *
   * @param ready warps that can issue, bit w for slot w; not 0
   * @param going warps whose machine code says that they should go on, and which have not had to
   *     wait for a result since; none where stall counts are not known
   * @return the slot
   */
  int choose(int scheduler, long ready, long going);

  void issued(int scheduler, int warp);

  /** Takes notice that the warp that issued last lets others go first: its machine code says so. */
  default void yielded(int scheduler) {}

  /** Returns the warps that the scheduler considers at all, before anything else is asked. */
  long considered(int scheduler, long ready);
}
