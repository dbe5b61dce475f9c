package org.polyphony.run.host;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.device.CoRun;
import org.polyphony.host.device.ProgressModel;
import org.polyphony.host.device.SharedGpu;
import org.polyphony.results.store.RunKey;
import org.polyphony.simulation.SimulationFailure;

/**
 * Progress of co-running kernels, by set: measured on the cycle-level device on first use, and
 * cached on disk under the hash of all inputs (device, policy, workloads of the kernels, program).
 * Kernels with the same name are equivalent.
 */
final class CoRunTable implements ProgressModel {
  private static final int PASSES = 3; // minimum, of each kernel

  private final SharedGpu shared;
  private final HostKernels kernels;
  private final HostTools tools;
  private final Map<List<String>, Map<String, Double>> sets = new HashMap<>();

  /**
   * Creates a table that is filled on demand.
   *
   * @param shared the device and how processes share it
   * @param kernels all kernels
   * @param tools library, cache, progress and stop
   */
  CoRunTable(SharedGpu shared, HostKernels kernels, HostTools tools) {
    this.shared = shared;
    this.kernels = kernels;
    this.tools = tools;
  }

  @Override
  public double[] progress(List<HostKernel> running) {
    Map<String, Double> nanos = together(running);
    return running.stream()
        .mapToDouble(kernel -> kernel.aloneNanos() / nanos.get(kernel.name()))
        .toArray();
  }

  /**
   * Returns the duration of a pass by kernel name, in nanoseconds.
   *
   * @param running co-running kernels
   * @throws SimulationFailure if the device makes no forward progress
   * @throws CancellationException if the measurement was ended early
   */
  Map<String, Double> together(List<HostKernel> running) {
    List<HostKernel> sorted =
        running.stream().sorted(Comparator.comparing(HostKernel::name)).toList();
    List<String> names = sorted.stream().map(HostKernel::name).toList();
    return sets.computeIfAbsent(names, set -> means(set, findOrMeasure(sorted, set)));
  }

  /** Averages over kernels with the same name. */
  private static Map<String, Double> means(List<String> names, double[] nanos) {
    return IntStream.range(0, nanos.length)
        .boxed()
        .collect(Collectors.groupingBy(names::get, Collectors.averagingDouble(i -> nanos[i])));
  }

  private double[] findOrMeasure(List<HostKernel> set, List<String> names) {
    return tools
        .store()
        .findOr(key(names), double[].class, () -> Optional.of(measure(set, names)))
        .orElseThrow();
  }

  private double[] measure(List<HostKernel> set, List<String> names) {
    String all = String.join(" + ", names);
    return tools.measure(
        set.size() == 1 ? all + " alone" : all + " under " + shared.policy(),
        meter -> CoRun.measure(shared, kernels::workload, set, PASSES, meter));
  }

  private RunKey key(List<String> names) {
    List<String> digests = names.stream().map(kernels::digest).toList();
    return RunKey.of("co-run 3", String.join("+", names), shared, PASSES, digests);
  }
}
