package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Occupancy.Limit;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;

/**
 * Dominant-resource fairness in whole thread blocks: the next thread block goes to the kernel with
 * the smallest dominant share that still fits, until none fits; ties go to the first kernel. The
 * dominant share is the largest of a kernel's shares of registers, shared memory, threads and
 * thread-block slots. Source: Wang et al., HPCA'16.
 */
final class DominantShares {
  private static final Limit[] RESOURCES = {
    Limit.REGISTERS, Limit.SHARED_MEMORY, Limit.THREADS, Limit.TB_SLOTS
  };
  private static final int NONE = -1;

  private DominantShares() {}

  /**
   * Returns the thread blocks of each kernel on an SM.
   *
   * @return in the order of the kernels; 0 for one that does not fit beside the others
   */
  static int[] counts(SmConfig sm, List<Sharer> kernels) {
    int[] counts = new int[kernels.size()];
    SmRoom room = new SmRoom(sm);
    for (int next = 0; next != NONE; ) {
      next = NONE;
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < counts.length; i++) {
        ThreadBlockNeed need = kernels.get(i).need();
        double share = counts[i] * Occupancy.largestShare(sm, need, RESOURCES);
        if (share < least && room.fitting(need, 1) > 0) {
          next = i;
          least = share;
        }
      }
      if (next != NONE) {
        counts[next]++;
        room.take(kernels.get(next).need(), 1);
      }
    }
    return counts;
  }
}
