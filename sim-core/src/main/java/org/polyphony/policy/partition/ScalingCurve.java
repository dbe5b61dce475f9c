package org.polyphony.policy.partition;

import java.util.Arrays;

/**
 * Performance of a kernel over the thread blocks that an SM holds of it, as Warped-Slicer samples
 * it: instructions per cycle of single SMs, interpolated between the counts that were sampled and
 * level beyond them. Source: Xu et al., ISCA'16.
 */
final class ScalingCurve {
  private final double[] sampled; // by thread blocks, not a number where not sampled
  private final double[] measured; // IPC that this was corrected from

  /** Makes an empty curve from 1 to this many thread blocks. */
  ScalingCurve(int threadBlocks) {
    sampled = new double[threadBlocks + 1];
    measured = new double[threadBlocks + 1];
    Arrays.fill(sampled, Double.NaN);
    sampled[0] = 0;
  }

  /** Notes a sample; of two for the same count the better one counts. */
  void add(int threadBlocks, double ipc, double correction) {
    double before = sampled[threadBlocks];
    if (Double.isNaN(before) || ipc * correction > before) {
      sampled[threadBlocks] = ipc * correction;
      measured[threadBlocks] = ipc;
    }
  }

  /** Returns the instructions per cycle that were sampled; not a number where none were. */
  double measured(int threadBlocks) {
    return Double.isNaN(sampled[threadBlocks]) ? Double.NaN : measured[threadBlocks];
  }

  int threadBlocks() {
    return sampled.length - 1;
  }

  /** Returns performance over the best of the curve, 0 to 1; 1 everywhere when nothing issued. */
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
