package org.polyphony.policy.warp;

import org.polyphony.gpu.sm.issue.KernelOrder;
import org.polyphony.gpu.sm.issue.KernelWarps;
import org.polyphony.gpu.sm.warp.RoundRobin;
import org.polyphony.policy.PolicyDescription;

/**
 * Loose round robin between kernels: the first kernel issues if it can; priority rotates whenever a
 * later kernel had a ready warp.
 *
 * <p>State per scheduler: the KCB row with priority. Source: GPU Maestro 4.3.
 */
final class KernelRoundRobin implements KernelOrder {
  static final PolicyDescription DESCRIPTION =
      new PolicyDescription(
          "lrr",
          "priority flips when the kernel of lower priority has a ready instruction",
          "GPU Maestro section 4.3");

  private final int[] first;
  private final KernelWarps kernels;

  KernelRoundRobin(int schedulers, KernelWarps kernels) {
    this.first = new int[schedulers];
    this.kernels = kernels;
  }

  @Override
  public long choose(int scheduler, long allReady, long preferred) {
    long ready = preferred != 0 ? preferred : allReady;
    long rows = kernels.rows();
    int front = RoundRobin.nextAfter(rows, first[scheduler] - 1 & 63);
    int row = front;
    while ((ready & kernels.warpsOf(row)) == 0) {
      row = RoundRobin.nextAfter(rows, row);
    }
    if ((ready & ~kernels.warpsOf(front)) != 0) {
      first[scheduler] = RoundRobin.nextAfter(rows, front);
    }
    return ready & kernels.warpsOf(row);
  }
}
