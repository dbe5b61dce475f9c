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

  /** Creates a variant with the policy's default parameters. */
  public Variant(String policy, String kernelScheduler, String allocation, String preemption) {
    this(policy, Map.of(), kernelScheduler, allocation, preemption);
  }

  /** Without the SM extensions of GPU Maestro: sections 4.2 and 4.3. */
  private static Variant plain(String policy) {
    return new Variant(policy, "none", "one-way", "chimera");
  }

  private static Variant maestro(String kernelScheduler, String preemption) {
    return new Variant("maestro", kernelScheduler, "two-way", preemption);
  }

  /** Spatial multitasking, even. Source: GPU Maestro Figure 11. */
  public static final Variant SPATIAL_EVEN = plain("spatial-even");

  /** Spatial multitasking, Smart. Source: GPU Maestro Figure 14. */
  public static final Variant SPATIAL_SMART = plain("spatial-smart");

  /** Even SMK on SMs without GPU Maestro's extensions. Source: GPU Maestro Figure 11. */
  public static final Variant SMK_EVEN = plain("smk-even");

  /** SMK-(P+W), with its fair kernel scheduler. Source: GPU Maestro Figure 14. */
  public static final Variant SMK_PW = plain("smk-pw");

  /** Warped-Slicer. Source: GPU Maestro Figure 14. */
  public static final Variant WARPED_SLICER = plain("warped-slicer");

  /** GPU Maestro as proposed. Source: GPU Maestro section 5. */
  public static final Variant MAESTRO = maestro("lrr", "chimera");

  /** Without kernel-aware warp scheduling. Source: GPU Maestro Figure 12. */
  public static final Variant MAESTRO_NONE = maestro("none", "chimera");

  /** With issued-per-ready. Source: GPU Maestro Figure 12. */
  public static final Variant MAESTRO_IPR = maestro("ipr", "chimera");

  /** With fair quotas. Source: GPU Maestro Figure 12. */
  public static final Variant MAESTRO_FAIR = maestro("fair", "chimera");

  /** With free preemption. Source: GPU Maestro Figure 13, right. */
  public static final Variant MAESTRO_IDEAL = maestro("lrr", "ideal");

  /** Polyphony's own policy, on the same SMs. */
  public static final Variant TUTTI = onMaestroSms("tutti", Map.of());

  /** Returns a policy with parameters on SMs with GPU Maestro's extensions. */
  public static Variant onMaestroSms(String policy, Map<String, ?> parameters) {
    return new Variant(
        policy, parameters, MAESTRO.kernelScheduler, MAESTRO.allocation, MAESTRO.preemption);
  }

  /** Returns the variant with another preemption technique. */
  public Variant with(String technique) {
    return new Variant(policy, parameters, kernelScheduler, allocation, technique);
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
