package org.polyphony.policy.preemption;

import java.util.Collections;
import java.util.List;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.PreemptionTechnique;

/**
 * Draining: a thread block runs to its end, before the others on its SM. Source: Tanasic et al.,
 * ISCA'14; GPU Maestro section 4.3.
 */
public final class Drain implements Preemption {
  static final PreemptionKind KIND =
      new PreemptionKind(
          "drain",
          "runs to its end, before the others on its SM",
          "Tanasic et al., ISCA'14; GPU Maestro section 4.3",
          (gpu, limit) -> new Drain());

  @Override
  public List<PreemptionTechnique> choose(List<Victim> victims) {
    return Collections.nCopies(victims.size(), PreemptionTechnique.DRAIN);
  }
}
