package org.polyphony.run.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
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
import org.polyphony.results.store.Json;
import org.polyphony.results.store.RunKey;
import org.polyphony.results.store.RunStore;
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
    return passes.computeIfAbsent(kernel.name(), name -> findOrMeasure(kernel));
  }

  private List<LaunchTimes> findOrMeasure(HostKernel kernel) {
    RunKey key = key(kernel);
    RunStore store = tools.store();
    Optional<List<LaunchTimes>> found = store.find(key).flatMap(PassTable::parse);
    if (found.isPresent()) {
      return found.get();
    }
    List<LaunchTimes> launches = measure(kernel);
    ObjectNode entry = Json.object();
    entry.put("gpu", gpu.name()).put("kernel", kernel.name());
    ArrayNode list = entry.putArray("launchNanos");
    for (LaunchTimes times : launches) {
      ArrayNode of = list.addArray();
      of.add(times.latencyNanos()).add(times.dispatchNanos()).add(times.tailNanos());
      times.leaveNanos().forEach(of::add);
    }
    store.store(key, entry);
    return launches;
  }

  private static Optional<List<LaunchTimes>> parse(JsonNode entry) {
    List<LaunchTimes> launches = new ArrayList<>();
    for (JsonNode times : entry.path("launchNanos")) {
      List<Long> leave = new ArrayList<>();
      for (int part = 0; part < LaunchTimes.PARTS; part++) {
        leave.add(times.path(3 + part).asLong());
      }
      launches.add(
          new LaunchTimes(
              times.path(0).asLong(), times.path(1).asLong(), leave, times.path(2).asLong()));
    }
    return launches.isEmpty() ? Optional.empty() : Optional.of(launches);
  }

  private List<LaunchTimes> measure(HostKernel kernel) {
    SharedGpu alone = new SharedGpu(gpu, 1, LeftOver.NAME, Map.of());
    return tools.measure(
        kernel.name() + " alone, launch by launch",
        meter ->
            CoRun.launches(alone, kernels::workload, kernel, wholeSms, CoRunTable.PASSES, meter));
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
