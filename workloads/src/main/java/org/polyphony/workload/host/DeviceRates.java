package org.polyphony.workload.host;

/**
 * What bounds a kernel that has a device for itself.
 *
 * @param bytesPerSecond peak bandwidth of the device's memory
 * @param fp64PerSecond peak rate of double precision instructions, of threads
 */
public record DeviceRates(double bytesPerSecond, double fp64PerSecond) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Returns how long a kernel takes at least, by the roofline model.
   *
   * @param bytes that it moves to and from memory
   * @param fp64 double precision instructions of its threads
   * @return nanoseconds, at least 1
   */
  long nanos(long bytes, long fp64) {
    double seconds = Math.max(bytes / bytesPerSecond, fp64 / fp64PerSecond);
    return Math.max(1, Math.round(seconds * NANOS_PER_SECOND));
  }
}
