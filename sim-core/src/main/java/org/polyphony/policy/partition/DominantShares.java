package org.polyphony.policy.partition;

import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;

/**
 * Dominant-resource fairness in whole thread blocks: the next thread block goes to the kernel with
 * the smallest dominant share that still fits, until none fits; ties go to the kernel that started
 * first. The dominant share is the largest of a kernel's shares of registers, shared memory,
 * threads and thread-block slots. Source: Wang et al., HPCA'16.
 */
final class DominantShares {
  private final DeviceView device;
  private final SmRoom room;
  private final int[] counts;

  private DominantShares(DeviceView device) {
    this.device = device;
    this.room = new SmRoom(device.config().sm());
    this.counts = new int[device.kernels()];
  }

  /**
   * Returns the thread blocks of each kernel on an SM.
   *
   * @return by index in the device's list; 0 for a kernel that does not fit beside the others
   */
  static int[] counts(DeviceView device) {
    DominantShares shares = new DominantShares(device);
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
      double share = counts[i] * dominantShare(device.config().sm(), need(i));
      if (share < least && room.fitting(need(i), 1) > 0) {
        best = i;
        least = share;
      }
    }
    return best;
  }

  private ThreadBlockNeed need(int index) {
    return device.need(device.kernel(index));
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
