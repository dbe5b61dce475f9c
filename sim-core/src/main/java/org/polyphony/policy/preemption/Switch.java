package org.polyphony.policy.preemption;

import java.util.Collections;
import java.util.List;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.PreemptionTechnique;

/**
 * Context switching: registers and shared memory go to memory and come back when the thread block
 * is resumed. Source: Tanasic et al., ISCA'14; Chimera (ASPLOS'15).
 */
public final class Switch implements Preemption {
  static final PreemptionKind KIND =
      new PreemptionKind(
          "switch",
          "registers and shared memory go to memory and come back",
          "Tanasic et al., ISCA'14",
          (gpu, limit) -> new Switch());

  @Override
  public List<PreemptionTechnique> choose(List<Victim> victims) {
    return Collections.nCopies(victims.size(), PreemptionTechnique.SWITCH);
  }
}
