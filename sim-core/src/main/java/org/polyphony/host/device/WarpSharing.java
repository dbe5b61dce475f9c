package org.polyphony.host.device;

import java.util.Arrays;
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
  public void progress(HostKernel[] kernels, int count, double[] progress) {
    long asked = 0;
    for (int i = 0; i < count; i++) {
      asked += Math.min(kernels[i].warps(), deviceWarps);
    }
    Arrays.fill(progress, 0, count, Math.min(1, (double) deviceWarps / asked));
  }
}
