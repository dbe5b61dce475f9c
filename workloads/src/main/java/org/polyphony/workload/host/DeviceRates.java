package org.polyphony.workload.host;

import java.util.Map;

/**
 * What bounds a kernel that has a device for itself.
 *
 * @param bytesPerSecond peak bandwidth of the device's memory
 * @param fp64PerSecond peak rate of double precision instructions, of threads
 * @param warpInstructionsPerSecond peak rate of issue: SMs times warp schedulers times clock
 * @param warpInstructions that a thread block issues, by kernel; those that are not named count as
 *     0
 */
public record DeviceRates(
    double bytesPerSecond,
    double fp64PerSecond,
    double warpInstructionsPerSecond,
    Map<String, Integer> warpInstructions) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Copies what a thread block issues. */
  public DeviceRates {
    warpInstructions = Map.copyOf(warpInstructions);
  }

  /**
   * Returns how long a kernel takes at least, by the roofline model.
   *
   * @param kernel its name
   * @param threadBlocks of the launch
   * @param bytes that it moves to and from memory
   * @param fp64 double precision instructions of its threads
   * @return nanoseconds, at least 1
   */
  long nanos(String kernel, long threadBlocks, long bytes, long fp64) {
    double issued = (double) threadBlocks * warpInstructions.getOrDefault(kernel, 0);
    double memory = bytes / bytesPerSecond;
    double seconds =
        Math.max(memory, Math.max(fp64 / fp64PerSecond, issued / warpInstructionsPerSecond));
    return Math.max(1, Math.round(seconds * NANOS_PER_SECOND));
  }
}
