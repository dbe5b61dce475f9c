package org.polyphony.gpu.sm;

/**
 * Issued per ready (IPR): the kernel comes first that has issued the fewest warps for those it had
 * ready; of two that are equal, the one in the lower row.
 *
 * <p>State per scheduler and KCB row: warps issued, and ready warps summed over the cycles in which
 * the scheduler had one, while kernels shared the SM; both begin at 0 when a kernel comes to an SM
 * that has nothing of it. Ready is a warp that can issue in this cycle. Source: GPU Maestro 5.2,
 * Eq. 3.
 */
final class IssuedPerReady {
  private final int schedulers;
  private final long[] warpsOf;
  private final long[] issued;
  private final long[] ready;

  /** Makes the order of the warps that {@code warpsOf}, kept by its owner, gives for each row. */
  IssuedPerReady(int schedulers, long[] warpsOf) {
    this.schedulers = schedulers;
    this.warpsOf = warpsOf;
    this.issued = new long[schedulers * warpsOf.length];
    this.ready = new long[schedulers * warpsOf.length];
  }

  void kernelArrived(int row) {
    for (int s = 0; s < schedulers; s++) {
      issued[at(s, row)] = 0;
      ready[at(s, row)] = 0;
    }
  }

  /**
   * Counts the ready warps and returns those in {@code pool} of the kernel with the lowest IPR.
   *
   * @param pool ready warps of which one will issue, not 0
   */
  long choose(int scheduler, long readyNow, long pool, long rows) {
    int best = -1;
    for (long rest = rows; rest != 0; rest &= rest - 1) {
      int row = Long.numberOfTrailingZeros(rest);
      ready[at(scheduler, row)] += Long.bitCount(readyNow & warpsOf[row]);
      if ((pool & warpsOf[row]) != 0 && (best < 0 || isLower(scheduler, row, best))) {
        best = row;
      }
    }
    return pool & warpsOf[best];
  }

  void issued(int scheduler, int row) {
    issued[at(scheduler, row)]++;
  }

  /** Compares issued / ready exactly: both have ready warps, so neither divides by 0. */
  private boolean isLower(int scheduler, int row, int other) {
    return isLess(
        issued[at(scheduler, row)],
        ready[at(scheduler, other)],
        issued[at(scheduler, other)],
        ready[at(scheduler, row)]);
  }

  /** Returns whether a * b &lt; c * d in 128 bits; none is negative. */
  static boolean isLess(long a, long b, long c, long d) {
    long high = Math.multiplyHigh(a, b);
    long otherHigh = Math.multiplyHigh(c, d);
    return high != otherHigh ? high < otherHigh : Long.compareUnsigned(a * b, c * d) < 0;
  }

  private int at(int scheduler, int row) {
    return scheduler * warpsOf.length + row;
  }
}
