package org.polyphony.host.device;

import java.util.Arrays;
import java.util.List;
import org.polyphony.host.app.HostKernel;

/**
 * Processes take turns on the whole device, as without MPS: each of n progresses at 1/n. Slices are
 * taken to be short against kernels. Source: schedGPU section 8 on MPS; MGB section II-A.
 */
public final class TimeSlicing implements ProgressModel {
  @Override
  public double[] progress(List<HostKernel> kernels) {
    double[] progress = new double[kernels.size()];
    Arrays.fill(progress, 1.0 / kernels.size());
    return progress;
  }
}
