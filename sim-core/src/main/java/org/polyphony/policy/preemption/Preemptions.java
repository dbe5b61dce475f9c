package org.polyphony.policy.preemption;

import java.util.List;
import java.util.Map;
import org.polyphony.gpu.Preemption;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.policy.PolicyDescription;

/** The preemption techniques by name. */
public final class Preemptions {
  private Preemptions() {}

  /** Returns a line for each, the default of configs first. */
  public static List<PolicyDescription> list() {
    return List.of(
        describe(
            Chimera.NAME,
            "the cheapest of drain, switch and flush within preemptionLatencyLimit, by estimate",
            "Park et al., ASPLOS'15; GPU Maestro section 5"),
        describe(
            Drain.NAME,
            "runs to its end, before the others on its SM",
            "Tanasic et al., ISCA'14; GPU Maestro section 4.3"),
        describe(
            Switch.NAME,
            "registers and shared memory go to memory and come back",
            "Tanasic et al., ISCA'14"),
        describe(
            Flush.NAME,
            "is dropped and run again while that is possible, else drains",
            "Park et al., ASPLOS'15"),
        describe(Ideal.NAME, "is stopped and resumed without cost", "GPU Maestro Figure 13"));
  }

  /**
   * Makes one for a device.
   *
   * @param name its name
   * @param gpu the device
   * @param latencyLimitMicroseconds what {@link Chimera} is to keep, above 0
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Preemption create(String name, GpuConfig gpu, double latencyLimitMicroseconds) {
    return switch (name) {
      case Chimera.NAME -> new Chimera(gpu, latencyLimitMicroseconds);
      case Drain.NAME -> new Drain();
      case Switch.NAME -> new Switch();
      case Flush.NAME -> new Flush();
      case Ideal.NAME -> new Ideal();
      default -> throw new IllegalArgumentException("preemption: " + name);
    };
  }

  private static PolicyDescription describe(String name, String line, String source) {
    return new PolicyDescription(name, line, source, Map.of());
  }
}
