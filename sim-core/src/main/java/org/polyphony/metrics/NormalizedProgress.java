package org.polyphony.metrics;

/**
 * Speed of a benchmark that shares the device relative to running alone: CPI alone over CPI shared.
 * Source: GPU Maestro section 2.3.
 */
public final class NormalizedProgress {
  private NormalizedProgress() {}

  static void check(double[] normalizedProgress) {
    if (normalizedProgress.length == 0) {
      throw new IllegalArgumentException("no benchmark");
    }
    for (double progress : normalizedProgress) {
      if (!(progress > 0)) {
        throw new IllegalArgumentException("normalized progress is not above 0: " + progress);
      }
    }
  }
}
