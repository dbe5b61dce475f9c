package org.polyphony.policy.warp;

import java.util.List;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.sm.issue.KernelOrder;
import org.polyphony.gpu.sm.issue.KernelWarps;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.policy.PolicyDescription;

/**
 * Fair: each kernel on an SM may issue a quota of warp instructions per epoch. A kernel that has
 * used up its quota issues only in slots that no kernel with quota left can use (the papers do not
 * say whether such slots stay empty; DEVIATIONS.md 27). All quotas are renewed when every kernel
 * has used up its own or cannot issue any more.
 *
 * <p>Quotas are proportional to {@code x * S / T}: x is the issue rate of the kernel's process when
 * it runs alone, S its thread blocks on this SM, and T its thread blocks on an SM that it has
 * alone. A kernel counts as unable to issue if it has no instructions left, or if it has left an
 * epoch's worth of issue slots to the others. State per KCB row: instructions left in the epoch.
 * Source: GPU Maestro 5.2, Eq. 4; SMK-W of Wang et al., HPCA'16.
 */
final class FairQuotas implements KernelOrder {
  static final PolicyDescription DESCRIPTION =
      new PolicyDescription(
          "fair",
          "quotas by each kernel's solo issue rate and its resident thread blocks",
          "GPU Maestro section 5.2, Eq. 4; SMK-W of Wang et al., HPCA'16");

  /** Warp instructions per SM and epoch; the papers give no number. */
  static final int EPOCH_INSTRUCTIONS = 1000;

  private static final long UNKNOWN_RATE = 1_000_000; // one instruction per cycle
  private final KernelWarps kernels;
  private final WarpTable warps;
  private final List<Integer> aloneIssue;
  private final long[] left;
  private final long[] weight;
  private int unused; // issue slots in this epoch that no kernel within its quota could use
  private boolean stale; // a new kernel has no quota yet

  /**
   * Creates the quotas.
   *
   * @param aloneIssue by process, warp instructions per million cycles of an SM when it runs alone;
   *     empty if unknown, which treats all processes alike
   */
  FairQuotas(KernelWarps kernels, WarpTable warps, List<Integer> aloneIssue) {
    this.kernels = kernels;
    this.warps = warps;
    this.aloneIssue = aloneIssue;
    this.left = new long[KernelControlBlocks.ROWS];
    this.weight = new long[KernelControlBlocks.ROWS];
  }

  @Override
  public void kernelArrived(int row) {
    left[row] = 0;
    stale = true;
  }

  /** Preferred warps bypass the quotas. */
  @Override
  public long choose(int scheduler, long ready, long preferred) {
    return preferred != 0 ? preferred : withinQuota(ready, kernels.rows());
  }

  /** Returns the ready warps of kernels with quota left; if there are none, all. */
  private long withinQuota(long ready, long rows) {
    if (stale) {
      renew(rows);
    }
    long allowed = ready & withQuota(rows);
    if (allowed != 0) {
      return allowed;
    }
    unused++;
    if (!canAnyIssue(rows) || unused == EPOCH_INSTRUCTIONS) {
      renew(rows);
    }
    return ready;
  }

  @Override
  public void issued(int scheduler, int row) {
    left[row]--;
  }

  private long withQuota(long rows) {
    long found = 0;
    for (long rest = rows; rest != 0; rest &= rest - 1) {
      int row = Long.numberOfTrailingZeros(rest);
      found |= left[row] > 0 ? kernels.warpsOf(row) : 0;
    }
    return found;
  }

  private boolean canAnyIssue(long rows) {
    return (withQuota(rows) & ~warps.states().finished()) != 0;
  }

  private void renew(long rows) {
    long sum = 0;
    for (long rest = rows; rest != 0; rest &= rest - 1) {
      int row = Long.numberOfTrailingZeros(rest);
      weight[row] = weight(row);
      sum += weight[row];
    }
    for (long rest = rows; rest != 0; rest &= rest - 1) {
      int row = Long.numberOfTrailingZeros(rest);
      left[row] = Math.max(1, EPOCH_INSTRUCTIONS * weight[row] / sum);
    }
    unused = 0;
    stale = false;
  }

  /** Returns C of Eq. 4, rounded to an integer of at least 1. */
  private long weight(int row) {
    KernelProgram kernel = warps.at(Long.numberOfTrailingZeros(kernels.warpsOf(row))).program;
    long issue = aloneIssue.isEmpty() ? UNKNOWN_RATE : aloneIssue.get(kernel.process);
    return Math.max(1, issue * threadBlocks(row) * 1000 / kernel.blocksAlone);
  }

  private int threadBlocks(int row) {
    int slots = 0;
    for (long rest = kernels.warpsOf(row); rest != 0; rest &= rest - 1) {
      slots |= 1 << warps.at(Long.numberOfTrailingZeros(rest)).block();
    }
    return Integer.bitCount(slots);
  }
}
