package org.polyphony.gpu.sm;

/**
 * Priority between the kernels on an SM, above the order of warps within a kernel.
 *
 * <p>{@code none}: the warps of all kernels form one pool. {@code lrr}: the kernel that comes first
 * issues when it can; the priority moves on whenever a kernel further back had a warp ready. State
 * per scheduler: the KCB row that comes first; per row: its warps. Source: GPU Maestro 3.3.2, 5.2.
 */
final class KernelPriority {
  private final boolean roundRobin;
  private final int[] first;
  private final long[] warpsOf;
  private long rows; // KCB rows with a warp on the SM

  KernelPriority(boolean roundRobin, int schedulers, int kernelRows) {
    this.roundRobin = roundRobin;
    this.first = new int[schedulers];
    this.warpsOf = new long[kernelRows];
  }

  void launched(int row, int warp) {
    warpsOf[row] |= 1L << warp;
    rows |= 1L << row;
  }

  void removed(int row, int warp) {
    warpsOf[row] &= ~(1L << warp);
    if (warpsOf[row] == 0) {
      rows &= ~(1L << row);
    }
  }

  /** Returns true when more than one pool of warps must be told apart. */
  boolean matters() {
    return roundRobin && (rows & rows - 1) != 0;
  }

  /** Returns the ready warps of the kernel whose turn it is; not 0 when {@code ready} is not 0. */
  long choose(int scheduler, long ready) {
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
