package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.results.store.Json;

/**
 * A way to share the device, as compared in the figures of GPU Maestro.
 *
 * @param parameters of the policy; empty for its defaults
 */
public record Variant(
    String policy,
    Map<String, ?> parameters,
    String kernelScheduler,
    String allocation,
    String preemption) {
  public Variant {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /** Returns a policy with parameters on SMs with GPU Maestro's extensions: sections 4.2, 4.3. */
  public static Variant onMaestroSms(String policy, Map<String, ?> parameters) {
    return new Variant(policy, parameters, "lrr", "two-way", "chimera");
  }

  String words() {
    String words = String.join(" ", policy, kernelScheduler, allocation, preemption);
    return parameters.isEmpty() ? words : words + " " + parameters;
  }

  /** Writes its keys of an experiment. */
  public void writeTo(ObjectNode experiment) {
    if (parameters.isEmpty()) {
      experiment.put("policy", policy);
    } else {
      ObjectNode stated = experiment.putObject("policy").put("name", policy);
      parameters.forEach((name, value) -> stated.set(name, Json.tree(value)));
    }
    experiment.put("kernelScheduler", kernelScheduler);
    experiment.put("allocation", allocation);
    experiment.put("preemption", preemption);
  }
}
