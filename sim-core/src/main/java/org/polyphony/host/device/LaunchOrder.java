package org.polyphony.host.device;

import java.util.List;
import org.polyphony.host.app.HostKernel;

/**
 * Processes share the device at once, as with MPS: thread blocks get places in the order in which
 * their kernels were launched. The first kernel has all the places that it asks for, the next one
 * those that are left, and so on; a kernel without any waits. A kernel progresses at the places it
 * has over those it asks for, counted in warps; more than the device holds count with those of the
 * device.
 *
 * <p>Source: processes under MPS on an H200, {@code experiments/hardware/mps.cu}; streams of one
 * process do the same. Differs: what kernels on the same SM take from each other, and the last
 * thread blocks of a launch, beside which the next one begins, are left out (DEVIATIONS.md 74).
 */
public final class LaunchOrder implements ProgressModel {
  private final long deviceWarps;

  /**
   * Makes the model.
   *
   * @param deviceWarps that the device holds at once, at least 1
   */
  public LaunchOrder(long deviceWarps) {
    this.deviceWarps = deviceWarps;
  }

  @Override
  public double[] progress(List<HostKernel> kernels) {
    double[] progress = new double[kernels.size()];
    long free = deviceWarps;
    for (int i = 0; i < progress.length; i++) {
      long asked = Math.min(kernels.get(i).warps(), deviceWarps);
      long given = Math.min(asked, free);
      progress[i] = (double) given / asked;
      free -= given;
    }
    return progress;
  }
}
