package org.polyphony.study.silicon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.polyphony.results.store.Json;

/**
 * The setting of a kernel run: one kernel alone, or two together.
 *
 * @param parts SMs of each kernel, or its thread blocks per SM
 * @param launches of each kernel; empty if runs have a fixed duration
 */
record KernelSetting(
    List<String> kernels, String policy, List<Integer> parts, List<Integer> launches, Order order) {
  static final String SPATIAL = "spatial-fixed";
  private static final List<String> BESIDE_STEADY = List.of("hotspot", "histogram");

  /** Warp and kernel scheduler. */
  record Order(String warps, String kernels) {
    /** The defaults of an experiment. */
    static final Order UNSAID = new Order("", "");

    @Override
    public String toString() {
      return warps + " / " + kernels;
    }
  }

  /** One kernel on some SMs. */
  static KernelSetting alone(String kernel, int sms, int launches) {
    return new KernelSetting(
        List.of(kernel), "alone", List.of(sms), List.of(launches), Order.UNSAID);
  }

  /** The run that corresponds to a pair on disjoint SMs or on streams. */
  static KernelSetting of(MeasuredPair pair) {
    // under left-over, launches alternate: a turn lasts from one end of the first kernel to the
    // next
    return pair.isOnStreams()
        ? new KernelSetting(pair.kernels(), "left-over", pair.parts(), List.of(2, 1), Order.UNSAID)
        : new KernelSetting(pair.kernels(), SPATIAL, pair.parts(), List.of(1, 1), Order.UNSAID);
  }

  /** One or two kernels with a number of thread blocks on every SM. */
  static KernelSetting onSameSms(List<String> kernels, List<Integer> blocks, Order order) {
    return new KernelSetting(kernels, "smk-fixed", blocks, List.of(), order);
  }

  boolean isSpatial() {
    return policy.equals(SPATIAL);
  }

  /** Returns an experiment with bundled kernels, without a device. */
  ObjectNode experiment(double scale) {
    return experiment("benchmark", this::model, scale);
  }

  /** Returns an experiment with the models of a folder, without a device. */
  ObjectNode experiment(Path models, double scale) {
    return experiment("model", kernel -> models.resolve(kernel + ".json").toString(), scale);
  }

  private ObjectNode experiment(String key, UnaryOperator<String> source, double scale) {
    ObjectNode experiment = Json.object();
    for (int i = 0; i < kernels.size(); i++) {
      experiment
          .withArray("/workloads")
          .addObject()
          .put(key, source.apply(kernels.get(i)))
          .put("name", kernels.get(i) + " " + (i + 1)) // distinct even for the same kernel
          .put("scale", scale);
    }
    experiment.putObject("policy").put("name", policy);
    return experiment;
  }

  /**
   * Pairs on the same SMs were compiled together: in two such pairs, the loop of fma has no
   * instruction that yields. Source: experiments/hardware/yield.py.
   */
  private String model(String kernel) {
    if (!launches.isEmpty()) {
      return kernel;
    }
    boolean isSteady = kernel.equals("fma") && !Collections.disjoint(kernels, BESIDE_STEADY);
    return MeasuredPairs.MODEL + kernel + (isSteady ? "-steady" : "");
  }

  @Override
  public String toString() {
    String each = parts.stream().map(String::valueOf).collect(Collectors.joining("/"));
    return String.join("/", kernels)
        + " "
        + each
        + " "
        + (order.equals(Order.UNSAID) ? policy : order);
  }
}
