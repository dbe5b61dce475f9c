package org.polyphony.host.device;

import java.util.Arrays;
import org.polyphony.host.app.HostKernel;

/**
 * Processes take turns on the whole device, as without MPS: each of n progresses at 1/n. Slices are
 * taken to be short against kernels. Source: schedGPU section 8 on MPS; MGB section II-A.
 */
public final class TimeSlicing implements ProgressModel {
  @Override
  public void progress(HostKernel[] kernels, int count, double[] progress) {
    Arrays.fill(progress, 0, count, 1.0 / count);
  }
}
