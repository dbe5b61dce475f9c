package org.polyphony.host.device;

import java.util.function.UnaryOperator;

/**
 * Finds the speeds at which kernels that take turns need as long for a pass as the cycle-level
 * device has measured: what is not a matter of order, as contention for memory, or room that one
 * leaves for another, is in the speeds.
 */
public final class SpeedFit {
  private static final int ROUNDS = 32;
  private static final double CLOSE = 2e-3; // relative

  private SpeedFit() {}

  /**
   * Goes from first speeds towards the measured times in steps, and returns the best found: kernels
   * that run in step, whose times say little about each, keep the relation of the first speeds.
   *
   * @param first speeds, above 0
   * @param measuredNanos time of a pass of each
   * @param nanosAt times of passes at given speeds, in the same order
   */
  public static double[] find(
      double[] first, double[] measuredNanos, UnaryOperator<double[]> nanosAt) {
    double[] speeds = first.clone();
    double[] best = first;
    double leastError = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS && leastError > CLOSE; round++) {
      double[] nanos = nanosAt.apply(speeds.clone());
      double error = 0;
      for (int i = 0; i < nanos.length; i++) {
        error = Math.max(error, Math.abs(nanos[i] / measuredNanos[i] - 1));
      }
      if (error < leastError) {
        leastError = error;
        best = speeds.clone();
      }
      for (int i = 0; i < nanos.length; i++) {
        speeds[i] *= Math.sqrt(nanos[i] / measuredNanos[i]); // half the way, as a ratio
      }
    }
    return best;
  }
}
