package org.polyphony.run.host;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
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
  static final int PASSES = 3; // minimum, of each kernel

  private final SharedGpu shared;
  private final HostKernels kernels;
  private final HostTools tools;
  private final Map<List<String>, Map<String, CoRun.Each>> sets = new HashMap<>();

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
    Map<String, CoRun.Each> measured = together(running);
    return running.stream()
        .mapToDouble(kernel -> kernel.aloneNanos() / measured.get(kernel.name()).passNanos())
        .toArray();
  }

  /**
   * Returns the co-run results by kernel name.
   *
   * @param running co-running kernels
   * @throws SimulationFailure if the device makes no forward progress
   * @throws CancellationException if the measurement was ended early
   */
  Map<String, CoRun.Each> together(List<HostKernel> running) {
    List<HostKernel> sorted =
        running.stream().sorted(Comparator.comparing(HostKernel::name)).toList();
    List<String> names = sorted.stream().map(HostKernel::name).toList();
    return sets.computeIfAbsent(names, set -> means(set, findOrMeasure(sorted, set)));
  }

  /** Averages over kernels with the same name. */
  private static Map<String, CoRun.Each> means(List<String> names, List<CoRun.Each> measured) {
    double[] nanos = measured.stream().mapToDouble(CoRun.Each::passNanos).toArray();
    double[] resident = measured.stream().mapToDouble(CoRun.Each::residentCycles).toArray();
    Map<String, CoRun.Each> means = new HashMap<>();
    for (String name : names) {
      means.put(name, new CoRun.Each(mean(names, name, nanos), mean(names, name, resident)));
    }
    return means;
  }

  /** Returns the mean of the values with a name. */
  static double mean(List<String> names, String name, double[] values) {
    return IntStream.range(0, values.length)
        .filter(i -> names.get(i).equals(name))
        .mapToDouble(i -> values[i])
        .average()
        .orElseThrow();
  }

  private List<CoRun.Each> findOrMeasure(List<HostKernel> set, List<String> names) {
    return List.of(
        tools
            .store()
            .findOr(key(names), CoRun.Each[].class, () -> Optional.of(measure(set, names)))
            .orElseThrow());
  }

  private CoRun.Each[] measure(List<HostKernel> set, List<String> names) {
    String all = String.join(" + ", names);
    return tools
        .measure(
            set.size() == 1 ? all + " alone" : all + " under " + shared.policy(),
            meter -> CoRun.measure(shared, kernels::workload, set, PASSES, meter))
        .toArray(CoRun.Each[]::new);
  }

  private RunKey key(List<String> names) {
    List<String> digests = names.stream().map(kernels::digest).toList();
    return RunKey.of("co-run 2", String.join("+", names), shared, PASSES, digests);
  }
}
