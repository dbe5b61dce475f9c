package org.polyphony.study.silicon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.List;

/** What runs: one kernel, or two on the same SMs. */
record SmkSetting(List<String> kernels, List<Integer> blocks, Order order) {
  private static final List<String> BESIDE_STEADY = List.of("hotspot", "histogram");

  /** The order in which warps issue. */
  record Order(String warps, String kernels) {
    @Override
    public String toString() {
      return warps + " / " + kernels;
    }
  }

  /** A kernel alone. */
  static SmkSetting alone(String kernel, int blocks, Order order) {
    return new SmkSetting(List.of(kernel), List.of(blocks), order);
  }

  /** A measured pair. */
  static SmkSetting of(MeasuredPair pair, Order order) {
    return new SmkSetting(pair.kernels(), pair.parts(), order);
  }

  /** Writes workloads, policy and order of an experiment. */
  void writeTo(ObjectNode experiment, double scale) {
    for (int i = 0; i < kernels.size(); i++) {
      experiment
          .withArray("/workloads")
          .addObject()
          .put("benchmark", model(kernels.get(i)))
          .put("name", kernels.get(i) + " " + (i + 1))
          .put("scale", scale);
    }
    ObjectNode policy = experiment.putObject("policy").put("name", "smk-fixed");
    blocks.forEach(policy.putArray("threadBlocks")::add);
    experiment.put("warpScheduler", order.warps());
    experiment.put("kernelScheduler", order.kernels());
  }

  /**
   * Both kernels of a pair were compiled together: beside two of them the loop of fma came out
   * without a place at which it lets other warps go first. Source: experiments/hardware/yield.py.
   */
  private String model(String kernel) {
    boolean isSteady = kernel.equals("fma") && !Collections.disjoint(kernels, BESIDE_STEADY);
    return SmkFile.model(kernel) + (isSteady ? "-steady" : "");
  }

  @Override
  public String toString() {
    List<String> counts = blocks.stream().map(String::valueOf).toList();
    return String.join("/", kernels) + " " + String.join("/", counts) + " " + order;
  }
}
