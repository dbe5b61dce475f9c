package org.polyphony.host.device;

import java.util.Arrays;
import java.util.List;
import org.polyphony.host.app.HostKernel;

/** Relative speed of co-running kernels of different processes; used by {@link RateDevice}. */
@FunctionalInterface
public interface ProgressModel {
  /**
   * Returns the normalized progress of each co-running kernel; 1 is the speed when running alone.
   *
   * @param kernels co-running kernels in launch order, at least one
   * @return one value per kernel: 0 if it waits, which must not hold for all; above 1 if it gains
   *     from having less of the device
   */
  double[] progress(List<HostKernel> kernels);

  /**
   * Processes take turns on the whole device, as without MPS: each of n progresses at 1/n. Assumes
   * that slices are short relative to kernels. Source: schedGPU section 8 on MPS; MGB section II-A.
   */
  static ProgressModel timeSlices() {
    return kernels -> {
      double[] progress = new double[kernels.size()];
      Arrays.fill(progress, 1.0 / kernels.size());
      return progress;
    };
  }

  /**
   * Processes share the device concurrently, as with MPS: thread blocks are placed in the launch
   * order of their kernels. The first kernel gets all the places it requests, the next one those
   * that are left, and so on; a kernel without places waits. A kernel progresses at its places over
   * those it requests, in warps, capped at those of the device.
   *
   * <p>Source: processes under MPS on an H200, {@code experiments/hardware/mps.cu}; streams of one
   * process behave alike. Differs: contention on shared SMs, and the overlap of a launch's last
   * thread blocks with the next launch, are ignored (DEVIATIONS.md 74).
   *
   * @param deviceWarps maximum resident warps, at least 1
   */
  static ProgressModel inLaunchOrder(long deviceWarps) {
    return kernels -> {
      double[] progress = new double[kernels.size()];
      long free = deviceWarps;
      for (int i = 0; i < progress.length; i++) {
        long asked = Math.min(kernels.get(i).warps(), deviceWarps);
        long given = Math.min(asked, free);
        progress[i] = (double) given / asked;
        free -= given;
      }
      return progress;
    };
  }
}
