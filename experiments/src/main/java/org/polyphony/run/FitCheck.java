package org.polyphony.run;

import org.polyphony.config.LoadedExperiment;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/** Finds thread blocks that no SM can hold, before anything runs. */
final class FitCheck {
  private FitCheck() {}

  static void require(LoadedExperiment experiment, int index, Workload workload) {
    SmConfig sm = experiment.config().gpu().sm();
    for (Kernel kernel : DistinctKernels.of(workload)) {
      ThreadBlockNeed need = ThreadBlockNeed.of(sm, kernel);
      Occupancy occupancy = Occupancy.of(sm, need);
      if (occupancy.threadBlocks() == 0) {
        Occupancy.Limit limit = occupancy.limits().stream().sorted().findFirst().orElseThrow();
        throw experiment.cannotFit(
            index, kernel.name(), words(limit), Occupancy.of(limit, need), available(limit, sm));
      }
    }
  }

  private static String words(Occupancy.Limit limit) {
    return switch (limit) {
      case REGISTERS -> "registers";
      case SHARED_MEMORY -> "bytes of shared memory";
      case THREADS -> "threads";
      case WARPS -> "warps";
      case TB_SLOTS -> "slots";
    };
  }

  private static long available(Occupancy.Limit limit, SmConfig sm) {
    return limit == Occupancy.Limit.SHARED_MEMORY
        ? sm.sharedMemoryPerBlockBytes()
        : Occupancy.of(limit, sm);
  }
}
