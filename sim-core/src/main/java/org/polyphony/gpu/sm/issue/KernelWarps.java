package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.dispatch.KernelControlBlocks;

/** The warps of each kernel on an SM, as one set per row of the kernel control block. */
public final class KernelWarps {
  private final long[] warpsOf = new long[KernelControlBlocks.ROWS];
  private long rows;

  /** Adds a warp; returns true if it is the first of its kernel. */
  public boolean add(int row, int warp) {
    boolean arrives = warpsOf[row] == 0;
    warpsOf[row] |= 1L << warp;
    rows |= 1L << row;
    return arrives;
  }

  public void remove(int row, int warp) {
    warpsOf[row] &= ~(1L << warp);
    rows &= warpsOf[row] == 0 ? ~(1L << row) : -1;
  }

  /** Returns whether more than one kernel has a warp on the SM. */
  public boolean areSeveral() {
    return (rows & rows - 1) != 0;
  }

  /** Returns the rows of kernels with a warp on the SM; bit i is row i. */
  public long rows() {
    return rows;
  }

  /** Returns the warps of the kernel in a row; bit w is slot w. */
  public long warpsOf(int row) {
    return warpsOf[row];
  }
}
