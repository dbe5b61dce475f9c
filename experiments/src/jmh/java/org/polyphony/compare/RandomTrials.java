package org.polyphony.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.partition.PartitionPolicies;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.store.Json;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.trace.BundledTraces;

/**
 * Random experiments: short runs of one to four kernels under any policy, scheduler, allocator and
 * preemption technique, on any bundled device with some of its numbers changed. Each is a function
 * of the seed and its number alone. A few are not valid; the builds refuse those.
 */
final class RandomTrials {
  private static final List<String> PREEMPTIONS = names(Preemptions.list());
  private static final List<String> WARP_SCHEDULERS = names(WarpSchedulers.withinKernel());
  private static final List<String> KERNEL_SCHEDULERS = names(WarpSchedulers.betweenKernels());
  private static final List<String> KERNELS = kernels();
  private static final int MIN_BUDGET = 100_000; // thread instructions
  private static final int MAX_BUDGET = 1_200_000;
  private final long seed;

  RandomTrials(long seed) {
    this.seed = seed;
  }

  private static List<String> names(List<PolicyDescription> descriptions) {
    return descriptions.stream().map(PolicyDescription::name).toList();
  }

  private static List<String> kernels() {
    List<String> kernels = new ArrayList<>(BundledModels.all());
    kernels.removeAll(BundledModels.smk()); // younger than builds to compare with
    kernels.addAll(BundledTraces.names());
    return kernels;
  }

  /** Names all that random experiments choose from. */
  static void expectAll(Coverage coverage) {
    coverage.expect("policy", PartitionPolicies.names());
    coverage.expect("preemption", PREEMPTIONS);
    coverage.expect("allocation", RangeAllocators.names());
    coverage.expect("warpScheduler", WARP_SCHEDULERS);
    coverage.expect("kernelScheduler", KERNEL_SCHEDULERS);
    coverage.expect("kernel", KERNELS);
    RandomDevice.expectAll(coverage);
  }

  /**
   * Returns an experiment.
   *
   * @param number 0 or more
   */
  Trial trial(int number) {
    Choices choices = new Choices(seed * 1_000_003 + number);
    List<Coverage.Use> uses = new ArrayList<>();
    ObjectNode config = Json.object();
    List<String> policies = PartitionPolicies.names();
    List<String> gpus = GpuConfigs.names();
    String policy = policies.get(number % policies.size()); // in turns, so that none is rare
    String gpu = gpus.get(number % gpus.size());
    int kernels = policy.equals("alone") ? 1 : choices.of(1, 2, 2, 2, 3, 3, 4, 4);
    config.set("gpu", RandomDevice.choose(gpu, choices, uses));
    putWorkloads(config.putArray("workloads"), kernels, choices, uses);
    config.set("policy", RandomPolicy.withParameters(policy, kernels, choices));
    uses.add(new Coverage.Use("policy", policy));
    uses.add(new Coverage.Use("kernels", Integer.toString(kernels)));
    put(config, "preemption", choices.of(PREEMPTIONS), uses);
    put(config, "allocation", choices.of(RangeAllocators.names()), uses);
    put(config, "warpScheduler", choices.of(WARP_SCHEDULERS), uses);
    put(config, "kernelScheduler", choices.of(KERNEL_SCHEDULERS), uses);
    config.put("restart", policy.equals("oracle") || choices.percent(60)); // it needs restarts
    uses.add(new Coverage.Use("restart", config.get("restart").asText()));
    if (choices.percent(30)) {
      config.put("preemptionLatencyLimit", choices.of(0.5, 2.0, 5.0));
    }
    config.put("instructionBudget", choices.between(MIN_BUDGET, MAX_BUDGET));
    config.put("seed", choices.between(1, 1000));
    return new Trial(String.format(Locale.ROOT, "r%05d", number), config, options(choices), uses);
  }

  private static void put(ObjectNode config, String key, String value, List<Coverage.Use> uses) {
    config.put(key, value);
    uses.add(new Coverage.Use(key, value));
  }

  private static void putWorkloads(
      ArrayNode workloads, int count, Choices choices, List<Coverage.Use> uses) {
    for (int i = 0; i < count; i++) {
      String kernel = choices.of(KERNELS);
      uses.add(new Coverage.Use("kernel", kernel));
      workloads.add(choices.percent(50) ? TextNode.valueOf(kernel) : changed(kernel, choices));
    }
  }

  /** Small ones finish within the budget, so that they start again or leave room. */
  private static JsonNode changed(String kernel, Choices choices) {
    ObjectNode workload = Json.object().put("benchmark", kernel);
    if (BundledTraces.contains(kernel) || choices.percent(30)) {
      workload.put("instructionBudget", choices.between(MIN_BUDGET, MAX_BUDGET));
    } else {
      workload.put("scale", choices.of(0.005, 0.02, 0.1));
    }
    return choices.percent(30) ? workload.put("repeat", 2) : workload;
  }

  private static List<String> options(Choices choices) {
    return choices.percent(25)
        ? List.of("--ipc-window", choices.of("500", "5000", "50000"))
        : List.of();
  }
}
