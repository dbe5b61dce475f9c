package org.polyphony.host.app;

/**
 * What a GPU task needs of a device.
 *
 * @param memoryBytes device memory, at least 0
 * @param threadBlocks of its largest launch; 0 when not stated
 * @param warpsPerThreadBlock of that launch; 0 when not stated
 * @param device the device, or {@link #ANY} for the one that the application is bound to or that
 *     the scheduler chooses
 * @param priority a higher number is served first by schedulers with priorities
 */
public record TaskNeed(
    long memoryBytes, int threadBlocks, int warpsPerThreadBlock, int device, int priority) {
  /** No device in particular. */
  public static final int ANY = -1;

  /** Returns the warps of the largest launch; 0 when not stated. */
  public long warps() {
    return (long) threadBlocks * warpsPerThreadBlock;
  }
}
