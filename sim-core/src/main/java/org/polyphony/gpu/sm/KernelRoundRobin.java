package org.polyphony.gpu.sm;

/**
 * Loose round robin between kernels: the kernel that comes first issues when it can; the priority
 * moves on whenever a kernel further back had a warp ready.
 *
 * <p>State per scheduler: the KCB row that comes first. Source: GPU Maestro 4.3.
 */
final class KernelRoundRobin {
  private final int[] first;
  private final long[] warpsOf;

  /** Makes the order of the warps that {@code warpsOf}, kept by its owner, gives for each row. */
  KernelRoundRobin(int schedulers, long[] warpsOf) {
    this.first = new int[schedulers];
    this.warpsOf = warpsOf;
  }

  /** Returns the ready warps of the kernel whose turn it is; not 0 when {@code ready} is not 0. */
  long choose(int scheduler, long ready, long rows) {
    int front = LooseRoundRobin.nextAfter(rows, first[scheduler] - 1 & 63);
    int row = front;
    while ((ready & warpsOf[row]) == 0) {
      row = LooseRoundRobin.nextAfter(rows, row);
    }
    if ((ready & ~warpsOf[front]) != 0) {
      first[scheduler] = LooseRoundRobin.nextAfter(rows, front);
    }
    return ready & warpsOf[row];
  }
}
