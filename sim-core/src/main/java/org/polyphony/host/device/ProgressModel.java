package org.polyphony.host.device;

import org.polyphony.host.app.HostKernel;

/** How fast kernels of different processes progress together: the core of the rate device. */
@FunctionalInterface
public interface ProgressModel {
  /**
   * Finds the normalized progress of each kernel beside the others: 1 is as fast as alone.
   *
   * @param kernels what runs, in the order of their launches; the first {@code count} entries
   * @param count at least 1
   * @param progress is set for each of them, 0 of one that waits, not for all; above 1 for a kernel
   *     that gains by having less of the device
   */
  void progress(HostKernel[] kernels, int count, double[] progress);
}
