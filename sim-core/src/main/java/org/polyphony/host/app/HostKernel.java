package org.polyphony.host.app;

/**
 * A kernel as the host sees it.
 *
 * @param name kernels of one name progress alike beside others
 * @param aloneNanos time of one launch alone on the device, at least 1; {@link #UNKNOWN} of a
 *     kernel that is given by a workload, until it has been measured
 * @param threadBlocks of one launch, at least 1
 * @param warpsPerThreadBlock at least 1
 */
public record HostKernel(String name, long aloneNanos, int threadBlocks, int warpsPerThreadBlock) {
  /** A time that is yet to be measured. */
  public static final long UNKNOWN = 0;

  public long warps() {
    return (long) threadBlocks * warpsPerThreadBlock;
  }

  /** Returns the same kernel with a launch that takes so many times as long. */
  public HostKernel times(double factor) {
    long nanos = Math.max(1, Math.round(aloneNanos * factor));
    return new HostKernel(name, nanos, threadBlocks, warpsPerThreadBlock);
  }
}
