package org.polyphony.metrics;

/**
 * Speed of a benchmark that shares the device relative to running alone: CPI alone over CPI shared.
 * Source: GPU Maestro section 2.3.
 */
public final class NormalizedProgress {
  private NormalizedProgress() {}

  /**
   * Returns normalized progress from instructions per cycle.
   *
   * @param ipcShared IPC when sharing the device, at least 0
   * @return 1 if sharing causes no slowdown
   * @throws IllegalArgumentException if a value is out of range
   */
  public static double of(double ipcShared, double ipcAlone) {
    if (!(ipcAlone > 0) || !(ipcShared >= 0)) {
      throw new IllegalArgumentException("IPC shared, alone: " + ipcShared + ", " + ipcAlone);
    }
    return ipcShared / ipcAlone;
  }

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
