package org.polyphony.metrics;

/**
 * System throughput: the summed normalized progress of all benchmarks. Higher is better; without
 * constructive interference at most the number of benchmarks. Source: GPU Maestro Eq. 2; Eyerman
 * and Eeckhout, IEEE Micro 28(3), 2008.
 */
public final class Stp {
  private Stp() {}

  /**
   * Returns the sum of the normalized progress of all benchmarks.
   *
   * @param normalizedProgress {@link NormalizedProgress} of each benchmark, at least one, each
   *     above 0
   * @throws IllegalArgumentException if there is no benchmark or a value is not above 0
   */
  public static double of(double... normalizedProgress) {
    NormalizedProgress.check(normalizedProgress);
    double sum = 0;
    for (double progress : normalizedProgress) {
      sum += progress;
    }
    return sum;
  }
}
