package org.polyphony.workload.host;

import java.util.Map;

/**
 * How fast kernels run that have a device for themselves: what bounds them, and how far they stay
 * behind it.
 *
 * @param bytesPerSecond peak bandwidth of the device's memory
 * @param fp64PerSecond peak rate of double precision instructions, of threads
 * @param warpInstructionsPerSecond peak rate of issue: SMs times warp schedulers times clock
 * @param warpInstructions that a thread block issues, by kernel; those that are not named count as
 *     0
 * @param overBound measured time over the bound, by kernel, at least 1; 1 for those not named
 */
public record DeviceRates(
    double bytesPerSecond,
    double fp64PerSecond,
    double warpInstructionsPerSecond,
    Map<String, Integer> warpInstructions,
    Map<String, Double> overBound) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Copies what is known of kernels. */
  public DeviceRates {
    warpInstructions = Map.copyOf(warpInstructions);
    overBound = Map.copyOf(overBound);
  }

  /**
   * Returns how long a kernel takes: its bound by the roofline model, times what is measured over
   * it.
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
    double measured = overBound.getOrDefault(kernel, 1.0);
    return Math.max(1, Math.round(seconds * measured * NANOS_PER_SECOND));
  }
}
