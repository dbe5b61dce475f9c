package org.polyphony.run.host;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.device.CoRun;
import org.polyphony.host.device.LaunchTimes;
import org.polyphony.host.device.SharedGpu;
import org.polyphony.policy.partition.LeftOver;
import org.polyphony.results.store.RunKey;
import org.polyphony.simulation.SimulationFailure;

/**
 * The launches of each host kernel: measured on the cycle-level device on first use, and cached on
 * disk under the hash of all inputs.
 */
final class PassTable {
  private final GpuConfig gpu;
  private final boolean wholeSms;
  private final HostKernels kernels;
  private final HostTools tools;
  private final Map<String, List<LaunchTimes>> passes = new HashMap<>(); // by kernel

  /**
   * Creates a table that is filled on demand.
   *
   * @param gpu the device
   * @param wholeSms as for {@link CoRun#launches}
   * @param kernels all kernels
   * @param tools library, cache, progress and stop
   */
  PassTable(GpuConfig gpu, boolean wholeSms, HostKernels kernels, HostTools tools) {
    this.gpu = gpu;
    this.wholeSms = wholeSms;
    this.kernels = kernels;
    this.tools = tools;
  }

  /**
   * Returns the launches of a kernel in order.
   *
   * @throws SimulationFailure if the device makes no forward progress
   * @throws CancellationException if the measurement was ended early
   */
  List<LaunchTimes> launches(HostKernel kernel) {
    return passes.computeIfAbsent(
        kernel.name(),
        name ->
            List.of(
                tools
                    .store()
                    .findOr(key(kernel), LaunchTimes[].class, () -> Optional.of(measure(kernel)))
                    .orElseThrow()));
  }

  private LaunchTimes[] measure(HostKernel kernel) {
    SharedGpu alone = new SharedGpu(gpu, 1, LeftOver.NAME, Map.of());
    return tools
        .measure(
            kernel.name() + " alone, launch by launch",
            meter ->
                CoRun.launches(
                    alone, kernels::workload, kernel, wholeSms, CoRunTable.PASSES, meter))
        .toArray(LaunchTimes[]::new);
  }

  private RunKey key(HostKernel kernel) {
    return RunKey.of(
        "launches 2",
        kernel.name(),
        gpu,
        wholeSms,
        CoRunTable.PASSES,
        kernels.digest(kernel.name()));
  }
}
