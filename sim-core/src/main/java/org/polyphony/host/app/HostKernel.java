package org.polyphony.host.app;

/**
 * A kernel from the host's view.
 *
 * @param name identifies kernels with the same co-run behaviour
 * @param aloneNanos duration of one launch alone on the device, at least 1; {@link #UNKNOWN} for a
 *     kernel defined by a workload until it is measured
 * @param threadBlocks per launch, at least 1
 * @param warpsPerThreadBlock at least 1
 */
public record HostKernel(String name, long aloneNanos, int threadBlocks, int warpsPerThreadBlock) {
  /** A duration that has yet to be measured. */
  public static final long UNKNOWN = 0;

  public long warps() {
    return (long) threadBlocks * warpsPerThreadBlock;
  }

  /** Returns this kernel with its duration multiplied by a factor. */
  public HostKernel times(double factor) {
    long nanos = Math.max(1, Math.round(aloneNanos * factor));
    return new HostKernel(name, nanos, threadBlocks, warpsPerThreadBlock);
  }
}
