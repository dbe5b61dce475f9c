package org.polyphony.run.host;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.device.CoRun;
import org.polyphony.host.device.GpuDevice;
import org.polyphony.host.device.ProgressModel;

/**
 * Relative speed of thread blocks of co-running kernels when the others have the rest of the
 * device, derived from measurements on the cycle-level device. The initial speed is the residency
 * of thread blocks alone over that together; it is then fitted so that a pass takes as long as
 * measured. Waiting for other kernels is modeled by the device, not here.
 */
final class BlockSpeeds implements ProgressModel {
  private static final int ROUNDS = 32;
  private static final double CLOSE = 2e-3; // relative tolerance

  private final CoRunTable alone;
  private final CoRunTable sets;
  private final Function<ProgressModel, GpuDevice> device;
  private final Map<List<String>, Map<String, Double>> speeds = new HashMap<>(); // by set

  /**
   * Creates the model.
   *
   * @param alone measured on a device for one process
   * @param sets measured under the policy
   * @param device creates an idle device with the given speeds
   */
  BlockSpeeds(CoRunTable alone, CoRunTable sets, Function<ProgressModel, GpuDevice> device) {
    this.alone = alone;
    this.sets = sets;
    this.device = device;
  }

  @Override
  public double[] progress(List<HostKernel> running) {
    if (running.size() == 1) {
      return new double[] {1};
    }
    List<HostKernel> set = running.stream().sorted(Comparator.comparing(HostKernel::name)).toList();
    List<String> names = set.stream().map(HostKernel::name).toList();
    Map<String, Double> found = speeds.get(names);
    if (found == null) {
      found = find(set);
      speeds.put(names, found);
    }
    return values(running.stream().map(HostKernel::name).toList(), found::get);
  }

  private Map<String, Double> find(List<HostKernel> set) {
    Map<String, CoRun.Each> together = sets.together(set);
    List<String> names = set.stream().map(HostKernel::name).distinct().toList();
    double[] first =
        values(
            names,
            name -> {
              HostKernel kernel = set.stream().filter(k -> k.name().equals(name)).findFirst().get();
              double residentAlone = alone.together(List.of(kernel)).get(name).residentCycles();
              return residentAlone / together.get(name).residentCycles();
            });
    double[] measured = values(names, name -> together.get(name).passNanos());
    double[] found = fit(first, measured, speeds -> passNanos(set, names, speeds));
    Map<String, Double> byName = new HashMap<>();
    for (int i = 0; i < found.length; i++) {
      byName.put(names.get(i), found[i]);
    }
    return byName;
  }

  private static double[] values(List<String> names, ToDoubleFunction<String> value) {
    return names.stream().mapToDouble(value).toArray();
  }

  /** Returns the mean duration of a pass by kernel name, on a device that takes turns. */
  private double[] passNanos(List<HostKernel> set, List<String> names, double[] speeds) {
    ProgressModel model =
        running -> running.stream().mapToDouble(k -> speeds[names.indexOf(k.name())]).toArray();
    double[] nanos =
        CoRun.passNanos(device.apply(model), set, CoRunTable.PASSES, share -> true).orElseThrow();
    List<String> all = set.stream().map(HostKernel::name).toList();
    return values(names, name -> CoRunTable.mean(all, name, nanos));
  }

  /**
   * Iterates from initial speeds towards the measured times and returns the best fit. Kernels that
   * run in lockstep, whose times say little about each, keep the ratio of their initial speeds.
   *
   * @param first initial speeds, above 0
   * @param measuredNanos pass duration of each kernel
   * @param nanosAt pass durations at given speeds, in the same order
   */
  static double[] fit(double[] first, double[] measuredNanos, UnaryOperator<double[]> nanosAt) {
    double[] speeds = first.clone();
    double[] best = first;
    double leastError = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS && leastError > CLOSE; round++) {
      double[] nanos = nanosAt.apply(speeds.clone());
      double error = 0;
      for (int i = 0; i < nanos.length; i++) {
        error = Math.max(error, Math.abs(nanos[i] / measuredNanos[i] - 1));
      }
      if (error < leastError) {
        leastError = error;
        best = speeds.clone();
      }
      for (int i = 0; i < nanos.length; i++) {
        speeds[i] *= Math.sqrt(nanos[i] / measuredNanos[i]); // half a step, as a ratio
      }
    }
    return best;
  }
}
