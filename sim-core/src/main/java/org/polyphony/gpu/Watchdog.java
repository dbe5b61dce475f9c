package org.polyphony.gpu;

/**
 * Notices that a device makes no progress: no instruction issued and no request answered for a
 * number of cycles.
 */
final class Watchdog {
  private final long patience;
  private long lastProgress;
  private long progressCycle;

  Watchdog(long patience) {
    this.patience = patience;
  }

  /**
   * Looks at the device.
   *
   * @throws NoProgressException when nothing has moved for too long
   */
  void check(long cycle, Gpu gpu) {
    long progress = gpu.memoryCounters().replied() + gpu.issued();
    if (progress != lastProgress) {
      lastProgress = progress;
      progressCycle = cycle;
    } else if (cycle - progressCycle > patience) {
      throw new NoProgressException(cycle, gpu.describeWarps());
    }
  }
}
