package org.polyphony.policy.partition.tutti;

import java.util.Arrays;

/**
 * Divides SMs among kernels: a grid that needs fewer than an even share gets what it needs, and the
 * others divide the rest evenly.
 */
final class SpatialSplit {
  private final long[] needed; // SMs that hold a kernel's largest grid

  SpatialSplit(int kernels) {
    needed = new long[kernels];
  }

  /** Records the SMs that can hold the whole grid of a kernel. */
  void see(int kernel, long sms) {
    needed[kernel] = Math.max(needed[kernel], sms);
  }

  /**
   * Returns the SMs of each kernel.
   *
   * @param sms at least one per kernel
   */
  int[] of(int sms) {
    int kernels = needed.length;
    int[] split = new int[kernels];
    int left = sms;
    int open = kernels;
    for (int k = 0; k < kernels; k++) {
      if (needed[k] * kernels <= sms) {
        split[k] = (int) needed[k];
        left -= split[k];
        open--;
      }
    }
    if (open == 0) { // all are small: an even split leaves none idle
      Arrays.fill(split, 0);
      left = sms;
      open = kernels;
    }
    for (int k = 0; k < kernels; k++) {
      if (split[k] == 0) {
        split[k] = left / open;
        left -= split[k];
        open--;
      }
    }
    return split;
  }

  /** Returns the progress of each kernel if its speed is proportional to its SMs. */
  double[] progress(int sms) {
    int[] split = of(sms);
    double[] progress = new double[split.length];
    for (int k = 0; k < split.length; k++) {
      progress[k] = needed[k] <= split[k] ? 1 : split[k] / (double) sms;
    }
    return progress;
  }
}
