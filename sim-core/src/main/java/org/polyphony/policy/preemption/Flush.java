package org.polyphony.policy.preemption;

import java.util.List;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.PreemptionTechnique;

/**
 * Flushing: a thread block is dropped and runs again later; one that has done something that cannot
 * be repeated drains instead. Source: Chimera (ASPLOS'15).
 */
public final class Flush implements Preemption {
  static final PreemptionKind KIND =
      new PreemptionKind(
          "flush",
          "is dropped and run again while that is possible, else drains",
          "Park et al., ASPLOS'15",
          (gpu, limit) -> new Flush());

  @Override
  public List<PreemptionTechnique> choose(List<Victim> victims) {
    return victims.stream()
        .map(v -> v.mayFlush() ? PreemptionTechnique.FLUSH : PreemptionTechnique.DRAIN)
        .toList();
  }
}
