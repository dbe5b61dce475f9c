package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * Priority between the kernels on an SM, applied before the order of warps within a kernel.
 *
 * <p>Without a {@link KernelOrder}, the warps of all kernels form one pool. Preferred warps, those
 * of thread blocks that should leave the SM soon, take precedence. State: the warps of each kernel;
 * the preferred warps. Source: GPU Maestro 3.3.2, 4.3, 5.2.
 */
final class KernelPriority {
  private final KernelOrder order; // null if all kernels form one pool
  private final KernelWarps kernels = new KernelWarps();
  private long preferred;
  private boolean matters;

  KernelPriority(WarpScheduling scheduling, int schedulers, WarpTable warps) {
    KernelOrder.Factory factory = scheduling.betweenKernels();
    this.order = factory == null ? null : factory.make(schedulers, kernels, warps);
  }

  void launched(int row, int warp) {
    boolean arrives = kernels.add(row, warp);
    if (arrives && order != null) {
      order.kernelArrived(row);
    }
    update();
  }

  void removed(int row, int warp) {
    kernels.remove(row, warp);
    preferred &= ~(1L << warp);
    update();
  }

  /** Gives warps priority until they are removed, or revokes it. */
  void prefer(long warps, boolean first) {
    preferred = first ? preferred | warps : preferred & ~warps;
    update();
  }

  private void update() {
    matters = preferred != 0 || isOrdered();
  }

  private boolean isOrdered() {
    return order != null && kernels.areSeveral();
  }

  /** Returns whether {@link #choose} can exclude any warp. */
  boolean matters() {
    return matters;
  }

  /** Returns the ready warps eligible for issue; 0 if quotas hold all of them back. */
  long choose(int scheduler, long ready) {
    long first = ready & preferred;
    if (isOrdered()) {
      return order.choose(scheduler, ready, first);
    }
    return first != 0 ? first : ready;
  }

  /** Called when a warp that passed {@link #choose} has issued. */
  void issued(int scheduler, int row) {
    if (order != null) {
      order.issued(scheduler, row);
    }
  }
}
