package org.polyphony.policy.warp;

import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.sm.issue.KernelOrder;
import org.polyphony.gpu.sm.issue.KernelWarps;
import org.polyphony.policy.PolicyDescription;

/**
 * Issued per ready (IPR): prefers the kernel with the lowest ratio of issued to ready warps; ties
 * go to the lower row.
 *
 * <p>State per scheduler and KCB row: warps issued, and ready warps summed over the cycles in which
 * the scheduler had one, while kernels shared the SM; both start at 0 when a kernel's first warp
 * arrives on the SM. A warp is ready if it can issue in this cycle. Source: GPU Maestro 5.2, Eq. 3.
 */
final class IssuedPerReady implements KernelOrder {
  static final PolicyDescription DESCRIPTION =
      new PolicyDescription(
          "ipr",
          "the kernel with the fewest warps issued per ready warp first",
          "GPU Maestro section 5.2, Eq. 3");

  private final int schedulers;
  private final KernelWarps kernels;
  private final long[] issued;
  private final long[] ready;

  IssuedPerReady(int schedulers, KernelWarps kernels) {
    this.schedulers = schedulers;
    this.kernels = kernels;
    this.issued = new long[schedulers * KernelControlBlocks.ROWS];
    this.ready = new long[schedulers * KernelControlBlocks.ROWS];
  }

  @Override
  public void kernelArrived(int row) {
    for (int s = 0; s < schedulers; s++) {
      issued[at(s, row)] = 0;
      ready[at(s, row)] = 0;
    }
  }

  /** Counts the ready warps and returns those of the kernel with the lowest IPR. */
  @Override
  public long choose(int scheduler, long readyNow, long preferred) {
    long pool = preferred != 0 ? preferred : readyNow;
    int best = -1;
    for (long rest = kernels.rows(); rest != 0; rest &= rest - 1) {
      int row = Long.numberOfTrailingZeros(rest);
      ready[at(scheduler, row)] += Long.bitCount(readyNow & kernels.warpsOf(row));
      if ((pool & kernels.warpsOf(row)) != 0 && (best < 0 || isLower(scheduler, row, best))) {
        best = row;
      }
    }
    return pool & kernels.warpsOf(best);
  }

  @Override
  public void issued(int scheduler, int row) {
    issued[at(scheduler, row)]++;
  }

  /** Compares issued / ready exactly; both kernels have ready warps, so no denominator is 0. */
  private boolean isLower(int scheduler, int row, int other) {
    return isLess(
        issued[at(scheduler, row)],
        ready[at(scheduler, other)],
        issued[at(scheduler, other)],
        ready[at(scheduler, row)]);
  }

  /** Returns whether a * b &lt; c * d in 128-bit arithmetic; no argument is negative. */
  static boolean isLess(long a, long b, long c, long d) {
    long high = Math.multiplyHigh(a, b);
    long otherHigh = Math.multiplyHigh(c, d);
    return high != otherHigh ? high < otherHigh : Long.compareUnsigned(a * b, c * d) < 0;
  }

  private int at(int scheduler, int row) {
    return scheduler * KernelControlBlocks.ROWS + row;
  }
}
