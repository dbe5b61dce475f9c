package org.polyphony.host.device;

import java.util.Arrays;
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

  /**
   * Processes take turns on the whole device, as without MPS: each of n progresses at 1/n. Slices
   * are taken to be short against kernels. Source: schedGPU section 8 on MPS; MGB section II-A.
   */
  static ProgressModel timeSlices() {
    return kernels -> {
      double[] progress = new double[kernels.size()];
      Arrays.fill(progress, 1.0 / kernels.size());
      return progress;
    };
  }

  /**
   * Processes share the device at once, as with MPS, and slow each other down only when their warps
   * do not fit on it together: then all progress at warps of the device over warps asked for. A
   * kernel with more warps than the device counts with those of the device. Source: MGB section
   * II-A and III-B, where warps are the measure of load.
   *
   * @param deviceWarps that the device holds at once, at least 1
   */
  static ProgressModel byWarps(long deviceWarps) {
    return kernels -> {
      double[] progress = new double[kernels.size()];
      long asked = kernels.stream().mapToLong(k -> Math.min(k.warps(), deviceWarps)).sum();
      Arrays.fill(progress, Math.min(1, (double) deviceWarps / asked));
      return progress;
    };
  }

  /**
   * Processes share the device at once, as with MPS: thread blocks get places in the order in which
   * their kernels were launched. The first kernel has all the places that it asks for, the next one
   * those that are left, and so on; a kernel without any waits. A kernel progresses at the places
   * it has over those it asks for, counted in warps; more than the device holds count with those of
   * the device.
   *
   * <p>Source: processes under MPS on an H200, {@code experiments/hardware/mps.cu}; streams of one
   * process do the same. Differs: what kernels on the same SM take from each other, and the last
   * thread blocks of a launch, beside which the next one begins, are left out (DEVIATIONS.md 74).
   *
   * @param deviceWarps that the device holds at once, at least 1
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
