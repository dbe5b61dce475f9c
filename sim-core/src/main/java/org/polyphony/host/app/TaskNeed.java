package org.polyphony.host.app;

/**
 * The device resources that a GPU task requests.
 *
 * @param memoryBytes device memory, at least 0
 * @param threadBlocks of its largest launch; 0 if not specified
 * @param warpsPerThreadBlock of that launch; 0 if not specified
 * @param device index, or {@link #ANY} for the device that the application is bound to or the
 *     scheduler's choice
 * @param priority higher numbers are served first, by schedulers with priorities
 */
public record TaskNeed(
    long memoryBytes, int threadBlocks, int warpsPerThreadBlock, int device, int priority) {
  /** No specific device. */
  public static final int ANY = -1;

  /** Returns the warps of the largest launch; 0 if not specified. */
  public long warps() {
    return (long) threadBlocks * warpsPerThreadBlock;
  }
}
