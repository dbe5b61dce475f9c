package org.polyphony.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.config.Resource;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.results.store.Json;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.trace.BundledTraces;

/**
 * Random experiments: short runs of one to four kernels under any policy, scheduler, allocator and
 * preemption technique, on any bundled device with some of its numbers changed. Each is a function
 * of the seed and its number alone. A few are not valid and are refused.
 */
public final class RandomExperiment {
  private static final int MIN_BUDGET = 100_000; // thread instructions
  private static final int MAX_BUDGET = 1_200_000;
  private static final List<String> KERNELS = kernels();

  /** The keys that one of several names has. */
  private static final Map<String, List<String>> SHARING = sharing();

  private RandomExperiment() {}

  private static List<String> kernels() {
    List<String> kernels = new ArrayList<>(BundledModels.all());
    kernels.addAll(BundledTraces.names());
    return kernels;
  }

  private static Map<String, List<String>> sharing() {
    Map<String, List<String>> names = new LinkedHashMap<>();
    names.put("preemption", names(Preemptions.list()));
    names.put("allocation", RangeAllocators.names());
    names.put("warpScheduler", names(WarpSchedulers.withinKernel()));
    names.put("kernelScheduler", names(WarpSchedulers.betweenKernels()));
    return names;
  }

  private static List<String> names(List<PolicyDescription> descriptions) {
    return descriptions.stream().map(PolicyDescription::name).toList();
  }

  /** Names all that random experiments choose from. */
  static void expectAll(Coverage coverage) {
    coverage.expect("policy", PartitionPolicies.names());
    SHARING.forEach(coverage::expect);
    coverage.expect("kernel", KERNELS);
    coverage.expect("gpu", GpuConfigs.names());
    coverage.expect("changed", RandomDevice.keys());
  }

  /**
   * Returns an experiment.
   *
   * @param number 0 or more
   */
  static Trial trial(long seed, int number) {
    Choices choices = new Choices(seed * 1_000_003 + number);
    ObjectNode config = Json.object();
    List<String> policies = PartitionPolicies.names();
    List<String> gpus = GpuConfigs.names();
    String policy = policies.get(number % policies.size()); // in turns, so that none is rare
    int kernels = policy.equals("alone") ? 1 : choices.of(1, 2, 2, 2, 3, 3, 4, 4);
    config.set("gpu", RandomDevice.choose(gpus.get(number % gpus.size()), choices));
    ArrayNode workloads = config.putArray("workloads");
    for (int i = 0; i < kernels; i++) {
      workloads.add(workload(choices));
    }
    putSharing(config, policy, kernels, choices);
    if (choices.percent(30)) {
      config.put("preemptionLatencyLimit", choices.of(0.5, 2.0, 5.0));
    }
    config.put("instructionBudget", choices.between(MIN_BUDGET, MAX_BUDGET));
    config.put("seed", choices.between(1, 1000));
    List<String> options =
        choices.percent(25)
            ? List.of("--ipc-window", choices.of("500", "5000", "50000"))
            : List.of();
    if (kernels > 1 && choices.percent(25)) {
      putCopies(config, choices);
    }
    return new Trial(String.format(Locale.ROOT, "r%05d", number), config, options);
  }

  private static void putCopies(ObjectNode config, Choices choices) {
    ArrayNode copies = config.putArray("copies");
    for (Resource resource : Resource.values()) {
      if (choices.percent(30)) {
        copies.add(resource.toString());
      }
    }
  }

  /** Small ones finish within the budget, so that they start again or leave room. */
  private static JsonNode workload(Choices choices) {
    String kernel = choices.of(KERNELS);
    if (choices.percent(50)) {
      return TextNode.valueOf(kernel);
    }
    ObjectNode workload = Json.object().put("benchmark", kernel);
    if (BundledTraces.contains(kernel) || choices.percent(30)) {
      workload.put("instructionBudget", choices.between(MIN_BUDGET, MAX_BUDGET));
    } else {
      workload.put("scale", choices.of(0.005, 0.02, 0.1));
    }
    return choices.percent(30) ? workload.put("repeat", 2) : workload;
  }

  /**
   * Chooses how kernels share the device.
   *
   * @param experiment receives the keys
   * @param policy name of the partition policy
   * @param kernels that share the device
   * @param choices decide
   */
  public static void putSharing(
      ObjectNode experiment, String policy, int kernels, Choices choices) {
    experiment.set("policy", policy(policy, kernels, choices));
    SHARING.forEach((key, names) -> experiment.put(key, choices.of(names)));
    experiment.put("restart", policy.equals("oracle") || choices.percent(60)); // it needs restarts
  }

  /** Parameters so short that a small run has many decisions; of a policy not named, defaults. */
  private static ObjectNode policy(String name, int kernels, Choices choices) {
    ObjectNode policy = Json.object().put("name", name);
    switch (name) {
      // a slice that is shorter than a switch of contexts would leave no time to run
      case "time-slice" -> policy.put("sliceCycles", choices.of(4_000, 8_000, 20_000));
      case "spatial-fixed" -> putSms(policy, kernels, choices);
      case "smk-fixed" -> putParts(policy, kernels, choices);
      case "warped-slicer" ->
          policy
              .put("warmupCycles", choices.of(100, 500, 2_000))
              .put("sampleCycles", choices.of(200, 1_000))
              .put("threshold", choices.of(0.8, 1.2, 2.0))
              .put("band", choices.of(0.05, 0.2, 0.5))
              .put("watchCycles", choices.of(300, 1_000, 5_000));
      case "maestro" -> putMaestro(policy, choices);
      case "oracle" -> // each part more is some runs more
          policy
              .put("objective", choices.of("antt", "stp"))
              .put("windowInstructions", choices.of(1_000, 10_000))
              .put("parts", Math.max(2, kernels + choices.between(0, 1)))
              .put("spatial", choices.percent(70));
      default -> {} // has none
    }
    return policy;
  }

  private static void putSms(ObjectNode policy, int kernels, Choices choices) {
    ArrayNode sms = policy.putArray("sms");
    for (int i = 0; i < kernels; i++) {
      sms.add(choices.between(1, 3));
    }
    policy.put("idleSms", choices.of("lend", "keep"));
  }

  private static void putParts(ObjectNode policy, int kernels, Choices choices) {
    boolean areBlocks = choices.percent(50);
    ArrayNode parts = policy.putArray(areBlocks ? "threadBlocks" : "threadShares");
    for (int i = 0; i < kernels; i++) {
      if (areBlocks) {
        parts.add(choices.between(1, 4));
      } else {
        parts.add(choices.between(10, 100 / kernels) / 100.0);
      }
    }
  }

  private static void putMaestro(ObjectNode policy, Choices choices) {
    policy.put("objective", choices.of("antt", "stp"));
    policy.put("epochCycles", choices.of(500, 1_000, 3_000));
    policy.put("trialSms", choices.between(1, 3));
    policy.put("dedicatedRefreshEpochs", choices.of(2, 5, 100));
    policy.put("history", choices.percent(50));
    policy.put("releaseDedicated", choices.percent(50));
    policy.put("spatialReturn", choices.of("one", "all"));
    policy.put("patienceEpochs", choices.between(1, 4));
    policy.put("steadyTolerance", choices.of(0.01, 0.05, 0.3));
    policy.put("pairs", choices.of("spatial", "2n-way"));
  }
}
