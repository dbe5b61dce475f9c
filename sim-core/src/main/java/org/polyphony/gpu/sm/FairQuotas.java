package org.polyphony.gpu.sm;

import java.util.List;

/**
 * Fair: each kernel on an SM may issue its quota of warp instructions in an epoch; one that has
 * used it up waits until every kernel has, or cannot issue any more; then all quotas are renewed.
 *
 * <p>Quotas are in proportion to {@code x * S / T}: the rate x at which the kernel's process issued
 * when it ran alone, its thread blocks S on this SM, and those of an SM that runs it alone, T. A
 * kernel counts as unable to issue when it has no instruction left, or when as many issue slots as
 * an epoch has instructions were refused to the others for its sake: what it waits for may in turn
 * wait for them. State per KCB row: instructions left in the epoch. Source: GPU Maestro 5.2, Eq. 4;
 * SMK-W of Wang et al., HPCA'16.
 */
final class FairQuotas {
  /** Warp instructions of an SM in an epoch; the papers give no number. */
  static final int EPOCH_INSTRUCTIONS = 1000;

  private static final long UNKNOWN_RATE = 1_000_000; // an instruction a cycle
  private final long[] warpsOf;
  private final WarpTable warps;
  private final List<Integer> aloneIssue;
  private final long[] left;
  private final long[] weight;
  private int refused; // issue slots in this epoch
  private boolean stale; // a kernel has come that has no quota yet

  /** Makes the order of the warps that {@code warpsOf}, kept by its owner, gives for each row. */
  FairQuotas(long[] warpsOf, WarpTable warps, WarpScheduling scheduling) {
    this.warpsOf = warpsOf;
    this.warps = warps;
    this.aloneIssue = scheduling.aloneIssue();
    this.left = new long[warpsOf.length];
    this.weight = new long[warpsOf.length];
  }

  void kernelArrived(int row) {
    left[row] = 0;
    stale = true;
  }

  /** Returns the ready warps of kernels with quota left; 0 when the others have to wait. */
  long choose(long ready, long rows) {
    if (stale) {
      renew(rows);
    }
    long allowed = ready & withQuota(rows);
    if (allowed != 0) {
      return allowed;
    }
    refused++;
    if (canAnyIssue(rows) && refused < EPOCH_INSTRUCTIONS) {
      return 0;
    }
    renew(rows);
    return ready;
  }

  void issued(int row) {
    left[row]--;
  }

  private long withQuota(long rows) {
    long found = 0;
    for (long rest = rows; rest != 0; rest &= rest - 1) {
      int row = Long.numberOfTrailingZeros(rest);
      found |= left[row] > 0 ? warpsOf[row] : 0;
    }
    return found;
  }

  private boolean canAnyIssue(long rows) {
    return (withQuota(rows) & ~warps.finished) != 0;
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
    refused = 0;
    stale = false;
  }

  /** Returns C of Eq. 4 as a whole number of at least 1. */
  private long weight(int row) {
    KernelProgram kernel = warps.at(Long.numberOfTrailingZeros(warpsOf[row])).program;
    long issue = aloneIssue.isEmpty() ? UNKNOWN_RATE : aloneIssue.get(kernel.process);
    return Math.max(1, issue * threadBlocks(row) * 1000 / kernel.blocksAlone);
  }

  private int threadBlocks(int row) {
    int slots = 0;
    for (long rest = warpsOf[row]; rest != 0; rest &= rest - 1) {
      slots |= 1 << warps.at(Long.numberOfTrailingZeros(rest)).block;
    }
    return Integer.bitCount(slots);
  }
}
