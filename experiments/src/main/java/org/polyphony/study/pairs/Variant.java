package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** One way to share the device, of those that the figures of GPU Maestro compare. */
public record Variant(String policy, String kernelScheduler, String allocation, String preemption) {
  /** An SM without what GPU Maestro adds to it: sections 4.2 and 4.3. */
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

  /** SMK, even, on SMs without what GPU Maestro adds. Source: GPU Maestro Figure 11. */
  public static final Variant SMK_EVEN = plain("smk-even");

  /** SMK-(P+W), whose kernel scheduler is fair. Source: GPU Maestro Figure 14. */
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

  /** With preemption that costs nothing. Source: GPU Maestro Figure 13, right. */
  public static final Variant MAESTRO_IDEAL = maestro("lrr", "ideal");

  String words() {
    return String.join(" ", policy, kernelScheduler, allocation, preemption);
  }

  /** Writes the keys of an experiment that it determines. */
  void writeTo(ObjectNode experiment) {
    experiment.put("policy", policy);
    experiment.put("kernelScheduler", kernelScheduler);
    experiment.put("allocation", allocation);
    experiment.put("preemption", preemption);
  }
}
