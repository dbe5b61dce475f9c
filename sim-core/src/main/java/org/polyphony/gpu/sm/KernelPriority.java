package org.polyphony.gpu.sm;

/**
 * Priority between the kernels on an SM, above the order of warps within a kernel.
 *
 * <p>{@code none}: the warps of all kernels form one pool. {@code lrr}: {@link KernelRoundRobin}.
 * {@code ipr}: {@link IssuedPerReady}. {@code fair}: {@link FairQuotas}. Above all of them stand
 * preferred warps, those of thread blocks that are to leave the SM soon; among them the same order
 * holds, but for quotas. State: per row of the kernel control block its warps; the preferred warps.
 * Source: GPU Maestro 3.3.2, 4.3, 5.2.
 */
final class KernelPriority {
  private static final int NONE = 0;
  private static final int LRR = 1;
  private static final int IPR = 2;
  private static final int FAIR = 3;

  private final int kind;
  private final KernelRoundRobin roundRobin;
  private final IssuedPerReady issuedPerReady;
  private final FairQuotas fair;
  private final long[] warpsOf;
  private long rows; // KCB rows with a warp on the SM
  private long preferred;
  private boolean matters;

  KernelPriority(WarpScheduling scheduling, int schedulers, int kernelRows, WarpTable warps) {
    this.kind =
        switch (scheduling.betweenKernels()) {
          case "lrr" -> LRR;
          case "ipr" -> IPR;
          case "fair" -> FAIR;
          default -> NONE;
        };
    this.warpsOf = new long[kernelRows];
    this.roundRobin = new KernelRoundRobin(schedulers, warpsOf);
    this.issuedPerReady = new IssuedPerReady(schedulers, warpsOf);
    this.fair = new FairQuotas(warpsOf, warps, scheduling);
  }

  void launched(int row, int warp) {
    if (warpsOf[row] == 0) {
      rows |= 1L << row;
      issuedPerReady.kernelArrived(row);
      fair.kernelArrived(row);
    }
    warpsOf[row] |= 1L << warp;
    update();
  }

  void removed(int row, int warp) {
    warpsOf[row] &= ~(1L << warp);
    preferred &= ~(1L << warp);
    if (warpsOf[row] == 0) {
      rows &= ~(1L << row);
    }
    update();
  }

  /** Lets warps issue before all others until they are removed, or not any more. */
  void prefer(long warps, boolean first) {
    preferred = first ? preferred | warps : preferred & ~warps;
    update();
  }

  private void update() {
    matters = preferred != 0 || isOrdered();
  }

  private boolean isOrdered() {
    return kind != NONE && (rows & rows - 1) != 0;
  }

  /** Returns true when more than one pool of warps must be told apart. */
  boolean matters() {
    return matters;
  }

  /**
   * Returns the ready warps among which one issues; 0, although {@code ready} is not, when quotas
   * hold all of them back.
   */
  long choose(int scheduler, long ready) {
    long first = ready & preferred;
    long pool = first != 0 ? first : ready;
    if (!isOrdered()) {
      return pool;
    }
    return switch (kind) {
      case LRR -> roundRobin.choose(scheduler, pool, rows);
      case IPR -> issuedPerReady.choose(scheduler, ready, pool, rows);
      default -> first != 0 ? first : fair.choose(ready, rows);
    };
  }

  /** Takes notice that a warp issued that {@link #choose} had a say in. */
  void issued(int scheduler, int row) {
    if (kind == IPR) {
      issuedPerReady.issued(scheduler, row);
    } else if (kind == FAIR) {
      fair.issued(row);
    }
  }
}
