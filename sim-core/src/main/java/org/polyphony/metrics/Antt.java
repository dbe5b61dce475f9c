package org.polyphony.metrics;

/**
 * Average normalized turnaround time: the mean slowdown of the benchmarks relative to running
 * alone. Lower is better; at least 1 without constructive interference. Source: GPU Maestro Eq. 1;
 * Eyerman and Eeckhout, IEEE Micro 28(3), 2008.
 */
public final class Antt {
  private Antt() {}

  /**
   * Returns the arithmetic mean of the slowdowns (the reciprocals of normalized progress).
   *
   * @param normalizedProgress {@link NormalizedProgress} of each benchmark, at least one, each
   *     above 0
   * @throws IllegalArgumentException if there is no benchmark or a value is not above 0
   */
  public static double of(double... normalizedProgress) {
    NormalizedProgress.check(normalizedProgress);
    double sum = 0;
    for (double progress : normalizedProgress) {
      sum += 1 / progress;
    }
    return sum / normalizedProgress.length;
  }
}
