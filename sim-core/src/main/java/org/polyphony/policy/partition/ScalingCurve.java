package org.polyphony.policy.partition;

import java.util.Arrays;

/**
 * A kernel's performance as a function of its thread blocks on an SM, as sampled by Warped-Slicer:
 * IPC of single SMs, interpolated linearly between sampled counts and constant beyond them. Source:
 * Xu et al., ISCA'16.
 */
final class ScalingCurve {
  private final double[] sampled; // corrected IPC by thread blocks, NaN if not sampled
  private final double[] measured; // IPC before the correction

  /** Creates an empty curve for 1 to {@code threadBlocks} thread blocks. */
  ScalingCurve(int threadBlocks) {
    sampled = new double[threadBlocks + 1];
    measured = new double[threadBlocks + 1];
    Arrays.fill(sampled, Double.NaN);
    sampled[0] = 0;
  }

  /** Adds a sample; of two with the same count the higher one is kept. */
  void add(int threadBlocks, double ipc, double correction) {
    double before = sampled[threadBlocks];
    if (Double.isNaN(before) || ipc * correction > before) {
      sampled[threadBlocks] = ipc * correction;
      measured[threadBlocks] = ipc;
    }
  }

  /** Returns the measured instructions per cycle; NaN if not sampled. */
  double measured(int threadBlocks) {
    return Double.isNaN(sampled[threadBlocks]) ? Double.NaN : measured[threadBlocks];
  }

  int threadBlocks() {
    return sampled.length - 1;
  }

  /**
   * Returns performance relative to the maximum of the curve, 0 to 1; 1 everywhere if nothing was
   * issued.
   */
  double normalized(int threadBlocks) {
    double best = 0;
    for (int i = 1; i < sampled.length; i++) {
      best = Math.max(best, at(i));
    }
    return best > 0 ? at(threadBlocks) / best : 1;
  }

  private double at(int threadBlocks) {
    int below = threadBlocks;
    while (Double.isNaN(sampled[below])) {
      below--;
    }
    int above = threadBlocks;
    while (above < sampled.length && Double.isNaN(sampled[above])) {
      above++;
    }
    if (below == above || above == sampled.length) {
      return sampled[below];
    }
    double part = (double) (threadBlocks - below) / (above - below);
    return sampled[below] + part * (sampled[above] - sampled[below]);
  }
}
