package org.polyphony.policy.preemption;

import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.policy.PolicyDescription;

/** The preemption techniques by name. */
public final class Preemptions {
  /** All of them, the default of configs first. */
  private static final List<PreemptionKind> KINDS =
      List.of(Chimera.KIND, Drain.KIND, Switch.KIND, Flush.KIND, Ideal.KIND);

  private Preemptions() {}

  /** Returns a line for each, the default of configs first. */
  public static List<PolicyDescription> list() {
    return KINDS.stream().map(PreemptionKind::description).toList();
  }

  /**
   * Makes one for a device.
   *
   * @param latencyLimitMicroseconds what {@link Chimera} is to keep, above 0
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Preemption create(String name, GpuConfig gpu, double latencyLimitMicroseconds) {
    return KINDS.stream()
        .filter(kind -> kind.description().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("preemption: " + name))
        .maker()
        .make(gpu, latencyLimitMicroseconds);
  }
}
