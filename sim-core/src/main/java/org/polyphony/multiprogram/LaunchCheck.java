package org.polyphony.multiprogram;

import java.util.List;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InvalidInputException;

/** Refuses workloads that cannot run on a device, before anything runs. */
final class LaunchCheck {
  private LaunchCheck() {}

  static void check(SmConfig sm, List<Workload> workloads) {
    workloads.forEach(workload -> check(sm, workload));
  }

  private static void check(SmConfig sm, Workload workload) {
    boolean launches = false;
    for (int i = 0; i < workload.steps(); i++) {
      if (workload.step(i) instanceof Workload.Launch launch) {
        check(sm, workload.name(), launch.kernel());
        launches = true;
      }
    }
    if (!launches) {
      throw new InvalidInputException("workload " + workload.name() + " launches no kernel");
    }
  }

  private static void check(SmConfig sm, String workload, Kernel kernel) {
    ThreadBlockNeed need = ThreadBlockNeed.of(sm, kernel);
    Occupancy occupancy = Occupancy.of(sm, need);
    if (occupancy.threadBlocks() == 0) {
      throw new InvalidInputException(
          String.format(
              "workload %s: a thread block of kernel %s needs %d threads, %d registers and %d bytes"
                  + " of shared memory, an SM has %d, %d and %d (%d at most for one thread block)",
              workload,
              kernel.name(),
              need.threads(),
              need.registers(),
              need.sharedMemoryBytes(),
              sm.threads(),
              sm.registers(),
              sm.sharedMemoryBytes(),
              sm.sharedMemoryPerBlockBytes()));
    }
  }
}
