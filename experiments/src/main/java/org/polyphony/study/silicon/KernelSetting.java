package org.polyphony.study.silicon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.polyphony.store.Json;

/**
 * What a run of kernels is: one alone, or two together.
 *
 * @param parts SMs of each kernel, or its thread blocks on every SM
 * @param launches of each kernel; none where runs end after a time
 */
record KernelSetting(
    List<String> kernels, String policy, List<Integer> parts, List<Integer> launches, Order order) {
  static final String SPATIAL = "spatial-fixed";
  private static final List<String> BESIDE_STEADY = List.of("hotspot", "histogram");

  /** The order in which warps issue. */
  record Order(String warps, String kernels) {
    /** What an experiment that says nothing of it has. */
    static final Order UNSAID = new Order("", "");

    @Override
    public String toString() {
      return warps + " / " + kernels;
    }
  }

  /** A kernel alone on some SMs. */
  static KernelSetting alone(String kernel, int sms, int launches) {
    return new KernelSetting(
        List.of(kernel), "alone", List.of(sms), List.of(launches), Order.UNSAID);
  }

  /** The run that a pair on disjoint SMs or on streams is compared with. */
  static KernelSetting of(MeasuredPair pair) {
    // under left-over launches take turns: a turn is from one end of the first kernel to the next
    return pair.isOnStreams()
        ? new KernelSetting(pair.kernels(), "left-over", pair.parts(), List.of(2, 1), Order.UNSAID)
        : new KernelSetting(pair.kernels(), SPATIAL, pair.parts(), List.of(1, 1), Order.UNSAID);
  }

  /** One kernel or two with a number of thread blocks on every SM. */
  static KernelSetting onSameSms(List<String> kernels, List<Integer> blocks, Order order) {
    return new KernelSetting(kernels, "smk-fixed", blocks, List.of(), order);
  }

  boolean isSpatial() {
    return policy.equals(SPATIAL);
  }

  /** Returns an experiment without its device, of which the policy has its name alone. */
  ObjectNode experiment(double scale) {
    ObjectNode experiment = Json.object();
    for (int i = 0; i < kernels.size(); i++) {
      experiment
          .withArray("/workloads")
          .addObject()
          .put("benchmark", model(kernels.get(i)))
          .put("name", kernels.get(i) + " " + (i + 1)) // they differ even if the kernels do not
          .put("scale", scale);
    }
    experiment.putObject("policy").put("name", policy);
    return experiment;
  }

  /**
   * Both kernels of a pair on the same SMs were compiled together: beside two of them the loop of
   * fma came out without a place at which it lets other warps go first. Source:
   * experiments/hardware/yield.py.
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
