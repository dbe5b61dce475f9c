package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * The order in which the warp schedulers of an SM prefer the kernels that share it; it comes before
 * the order of warps. One per SM; the schedulers are told apart by their number.
 */
public interface KernelOrder {
  /** Makes the order of an SM. */
  interface Factory {
    KernelOrder make(int schedulers, KernelWarps kernels, WarpTable warps);
  }

  /** Takes notice that a kernel has a warp on the SM that had none. */
  default void kernelArrived(int row) {}

  /**
   * Chooses the warps among which one issues; called while several kernels have warps.
   *
   * @param ready warps that can issue, bit w for slot w; not 0
   * @param preferred those of them that are to go first; 0 when there are none
   * @return some of {@code ready}; 0 when all have to wait
   */
  long choose(int scheduler, long ready, long preferred);

  /** Takes notice that a warp of a kernel issued. */
  default void issued(int scheduler, int row) {}
}
