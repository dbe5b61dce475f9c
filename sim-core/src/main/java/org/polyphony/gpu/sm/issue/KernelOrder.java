package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * Ranks the kernels that share an SM, before {@link WarpOrder} ranks warps. One instance per SM;
 * schedulers are identified by number.
 */
public interface KernelOrder {
  /** Creates the order of an SM. */
  interface Factory {
    KernelOrder make(int schedulers, KernelWarps kernels, WarpTable warps);
  }

  /** Called when a kernel gets its first warp on the SM. */
  default void kernelArrived(int row) {}

  /**
   * Chooses the warps eligible for issue; called while several kernels have warps.
   *
   * @param ready warps that can issue, bit w for slot w; not 0
   * @param preferred ready warps with issue priority; 0 if there are none
   * @return a subset of {@code ready}; 0 if all have to wait
   */
  long choose(int scheduler, long ready, long preferred);

  /** Called when a warp of a kernel has issued. */
  default void issued(int scheduler, int row) {}
}
