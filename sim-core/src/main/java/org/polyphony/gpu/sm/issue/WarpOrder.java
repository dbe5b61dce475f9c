package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * Ranks the warps of one kernel for a warp scheduler. One instance per SM; schedulers are
 * identified by number.
 */
public interface WarpOrder {
  /** Creates the order of an SM. */
  interface Factory {
    WarpOrder make(int schedulers, WarpTable warps);
  }

  /**
   * Chooses the warp that issues.
   *
   * @param ready warps that can issue, bit w for slot w; not 0
   * @param going warps that keep their turn according to the machine code and have not waited for a
   *     result since; 0 if stall counts are unknown
   * @return the slot
   */
  int choose(int scheduler, long ready, long going);

  void issued(int scheduler, int warp);

  /** Called when the warp that issued last yields to others, as its machine code demands. */
  default void yielded(int scheduler) {}

  /** Returns the warps that the scheduler considers for issue; called first. */
  long considered(int scheduler, long ready);
}
