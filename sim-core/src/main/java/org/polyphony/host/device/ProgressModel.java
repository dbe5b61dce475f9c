package org.polyphony.host.device;

import java.util.List;
import org.polyphony.host.app.HostKernel;

/** How fast kernels of different processes progress together: the core of the rate device. */
@FunctionalInterface
public interface ProgressModel {
  /**
   * Finds the normalized progress of each kernel beside the others: 1 is as fast as alone.
   *
   * @param kernels what runs, in the order of their launches, at least one
   * @return for each of them, 0 of one that waits, not for all; above 1 for a kernel that gains by
   *     having less of the device
   */
  double[] progress(List<HostKernel> kernels);
}
