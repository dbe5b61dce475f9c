package org.polyphony.policy.preemption;

import java.util.Collections;
import java.util.List;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.PreemptionTechnique;

/**
 * Preemption without cost, to measure what the others cost: a thread block keeps its state and
 * moves no byte; only its instructions in flight are waited for. Source: GPU Maestro Figure 13.
 */
public final class Ideal implements Preemption {
  static final PreemptionKind KIND =
      new PreemptionKind(
          "ideal",
          "is stopped and resumed without cost",
          "GPU Maestro Figure 13",
          (gpu, limit) -> new Ideal());

  @Override
  public List<PreemptionTechnique> choose(List<Victim> victims) {
    return Collections.nCopies(victims.size(), PreemptionTechnique.SWITCH);
  }

  @Override
  public boolean movesContexts() {
    return false;
  }
}
