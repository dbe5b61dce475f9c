package org.polyphony.host.device;

import java.util.Arrays;
import java.util.List;
import org.polyphony.host.app.HostKernel;

/**
 * Processes share the device at once, as with MPS, and slow each other down only when their warps
 * do not fit on it together: then all progress at warps of the device over warps asked for. A
 * kernel with more warps than the device counts with those of the device. Source: MGB section II-A
 * and III-B, where warps are the measure of load.
 */
public final class WarpSharing implements ProgressModel {
  private final long deviceWarps;

  /**
   * Makes the model.
   *
   * @param deviceWarps that the device holds at once, at least 1
   */
  public WarpSharing(long deviceWarps) {
    this.deviceWarps = deviceWarps;
  }

  @Override
  public double[] progress(List<HostKernel> kernels) {
    long asked = 0;
    for (HostKernel kernel : kernels) {
      asked += Math.min(kernel.warps(), deviceWarps);
    }
    double[] progress = new double[kernels.size()];
    Arrays.fill(progress, Math.min(1, (double) deviceWarps / asked));
    return progress;
  }
}
