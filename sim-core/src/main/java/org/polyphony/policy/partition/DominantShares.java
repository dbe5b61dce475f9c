package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;

/**
 * Dominant-resource fairness in whole thread blocks: the next thread block goes to the kernel with
 * the smallest dominant share that still fits, until none fits; ties go to the first kernel. The
 * dominant share is the largest of a kernel's shares of registers, shared memory, threads and
 * thread-block slots. Source: Wang et al., HPCA'16.
 */
final class DominantShares {
  private final SmConfig sm;
  private final List<Sharer> kernels;
  private final SmRoom room;
  private final int[] counts;

  private DominantShares(SmConfig sm, List<Sharer> kernels) {
    this.sm = sm;
    this.kernels = kernels;
    this.room = new SmRoom(sm);
    this.counts = new int[kernels.size()];
  }

  /**
   * Returns the thread blocks of each kernel on an SM.
   *
   * @return in the order of the kernels; 0 for one that does not fit beside the others
   */
  static int[] counts(SmConfig sm, List<Sharer> kernels) {
    DominantShares shares = new DominantShares(sm, kernels);
    for (int next = shares.next(); next >= 0; next = shares.next()) {
      shares.counts[next]++;
      shares.room.take(shares.need(next));
    }
    return shares.counts;
  }

  /** Returns the index of the kernel that gets the next thread block; -1 if none fits. */
  private int next() {
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < counts.length; i++) {
      double share = counts[i] * dominantShare(sm, need(i));
      if (share < least && room.fitting(need(i), 1) > 0) {
        best = i;
        least = share;
      }
    }
    return best;
  }

  private ThreadBlockNeed need(int index) {
    return kernels.get(index).need();
  }

  /** Returns the dominant share of one thread block, above 0 and at most 1. */
  static double dominantShare(SmConfig sm, ThreadBlockNeed need) {
    double registers = (double) need.registers() / sm.registers();
    double shared =
        need.sharedMemoryBytes() == 0
            ? 0
            : (double) need.sharedMemoryBytes() / sm.sharedMemoryBytes();
    double threads = (double) need.threads() / sm.threads();
    double slots = 1.0 / sm.threadBlocks();
    return Math.max(Math.max(registers, shared), Math.max(threads, slots));
  }
}
