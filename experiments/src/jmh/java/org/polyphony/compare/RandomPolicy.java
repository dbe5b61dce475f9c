package org.polyphony.compare;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.polyphony.store.Json;

/** Parameters of partition policies: so short that a small run has many decisions. */
public final class RandomPolicy {
  private RandomPolicy() {}

  /**
   * Returns a policy; one that is not known here has the defaults of its parameters.
   *
   * @param name of the policy
   * @param kernels that share the device
   * @param choices decide
   */
  public static ObjectNode withParameters(String name, int kernels, Choices choices) {
    ObjectNode policy = Json.object().put("name", name);
    switch (name) {
      // a slice that is shorter than a switch of contexts would leave no time to run
      case "time-slice" -> policy.put("sliceCycles", choices.of(4_000, 8_000, 20_000));
      case "spatial-fixed" -> putSms(policy, kernels, choices);
      case "smk-fixed" -> putParts(policy, kernels, choices);
      case "warped-slicer" -> putSampling(policy, choices);
      case "maestro" -> putMaestro(policy, choices);
      case "oracle" -> putWindows(policy, kernels, choices);
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

  private static void putSampling(ObjectNode policy, Choices choices) {
    policy.put("warmupCycles", choices.of(100, 500, 2_000));
    policy.put("sampleCycles", choices.of(200, 1_000));
    policy.put("threshold", choices.of(0.8, 1.2, 2.0));
    policy.put("band", choices.of(0.05, 0.2, 0.5));
    policy.put("watchCycles", choices.of(300, 1_000, 5_000));
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

  /** Each part more is some runs more. */
  private static void putWindows(ObjectNode policy, int kernels, Choices choices) {
    policy.put("objective", choices.of("antt", "stp"));
    policy.put("windowInstructions", choices.of(1_000, 10_000));
    policy.put("parts", Math.max(2, kernels + choices.between(0, 1)));
    policy.put("spatial", choices.percent(70));
  }
}
