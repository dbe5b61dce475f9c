package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A way to share the device, as compared in the figures of GPU Maestro. */
public record Variant(String policy, String kernelScheduler, String allocation, String preemption) {
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

  String words() {
    return String.join(" ", policy, kernelScheduler, allocation, preemption);
  }

  /** Writes its keys of an experiment. */
  void writeTo(ObjectNode experiment) {
    experiment.put("policy", policy);
    experiment.put("kernelScheduler", kernelScheduler);
    experiment.put("allocation", allocation);
    experiment.put("preemption", preemption);
  }
}
