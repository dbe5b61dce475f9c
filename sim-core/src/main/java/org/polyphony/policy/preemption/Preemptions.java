package org.polyphony.policy.preemption;

import java.util.List;
import java.util.function.BiFunction;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.policy.PolicyDescription;

/** The preemption techniques by name. */
public final class Preemptions {
  /** All techniques, the default first. */
  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              new PolicyDescription(
                  "chimera",
                  "drain, switch or flush, whichever is estimated cheapest within"
                      + " preemptionLatencyLimit",
                  "Park et al., ASPLOS'15; GPU Maestro section 5"),
              Chimera::new),
          kind(
              "drain",
              "the thread block runs to its end, with priority on its SM",
              "Tanasic et al., ISCA'14; GPU Maestro section 4.3",
              OneTechnique.DRAIN),
          kind(
              "switch",
              "registers and shared memory are saved to memory and restored",
              "Tanasic et al., ISCA'14",
              OneTechnique.SWITCH),
          kind(
              "flush",
              "the thread block is dropped and restarted while it is idempotent, else drained",
              "Park et al., ASPLOS'15",
              OneTechnique.FLUSH),
          kind(
              "ideal",
              "the thread block stops and resumes at no cost",
              "GPU Maestro Figure 13",
              OneTechnique.IDEAL));

  private record Kind(
      PolicyDescription description, BiFunction<GpuConfig, Double, Preemption> maker) {}

  private Preemptions() {}

  private static Kind kind(String name, String line, String source, OneTechnique technique) {
    return new Kind(new PolicyDescription(name, line, source), (gpu, limit) -> technique);
  }

  /** Returns the description of each technique, the default first. */
  public static List<PolicyDescription> list() {
    return KINDS.stream().map(Kind::description).toList();
  }

  /**
   * Creates a preemption technique for a device.
   *
   * @param latencyLimitMicroseconds limit that {@link Chimera} tries to keep, above 0
   * @throws IllegalArgumentException if the name is unknown
   */
  public static Preemption create(String name, GpuConfig gpu, double latencyLimitMicroseconds) {
    return KINDS.stream()
        .filter(kind -> kind.description().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("preemption: " + name))
        .maker()
        .apply(gpu, latencyLimitMicroseconds);
  }
}
