package org.polyphony.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/** Finds the distinct kernels of a workload. */
public final class DistinctKernels {
  private DistinctKernels() {}

  /**
   * Returns the first launch of each kernel, in order; launches with different resource needs count
   * as different kernels.
   *
   * @param workload any
   */
  public static List<Kernel> of(Workload workload) {
    List<Kernel> kernels = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < workload.period(); i++) {
      if (workload.step(i) instanceof Workload.Launch launch
          && seen.add(identity(launch.kernel()))) {
        kernels.add(launch.kernel());
      }
    }
    return kernels;
  }

  private static String identity(Kernel kernel) {
    return String.join(
        "/",
        kernel.name(),
        Integer.toString(kernel.threadsPerBlock()),
        Integer.toString(kernel.registersPerThread()),
        Integer.toString(kernel.sharedMemoryBytes()));
  }
}
