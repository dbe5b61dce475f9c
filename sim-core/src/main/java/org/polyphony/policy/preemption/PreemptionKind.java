package org.polyphony.policy.preemption;

import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.policy.PolicyDescription;

/**
 * A preemption technique as configs have it: each technique's class holds its own, which {@link
 * Preemptions} lists.
 *
 * @param description what lists and schemas say of it
 * @param maker makes one for a device
 */
record PreemptionKind(PolicyDescription description, Maker maker) {
  PreemptionKind(String name, String line, String source, Maker maker) {
    this(new PolicyDescription(name, line, source, List.of()), maker);
  }

  /** Makes a technique. */
  @FunctionalInterface
  interface Maker {
    /** Makes it for a device, with the latency in microseconds that it is to keep if it can. */
    Preemption make(GpuConfig gpu, double latencyLimitMicroseconds);
  }
}
