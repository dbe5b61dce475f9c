package org.polyphony.policy.preemption;

import java.util.List;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.PreemptionTechnique;

/**
 * One technique for all thread blocks; one that may not be flushed drains.
 *
 * @param movesContexts false when a switch costs nothing, to measure what it costs otherwise
 */
public record OneTechnique(PreemptionTechnique technique, boolean movesContexts)
    implements Preemption {
  /** Every thread block runs to its end. */
  public static final OneTechnique DRAIN = new OneTechnique(PreemptionTechnique.DRAIN, true);

  /** Every context goes to memory and comes back. */
  public static final OneTechnique SWITCH = new OneTechnique(PreemptionTechnique.SWITCH, true);

  /** Every thread block that can be repeated is dropped. */
  public static final OneTechnique FLUSH = new OneTechnique(PreemptionTechnique.FLUSH, true);

  /** Every thread block keeps its state; only its instructions in flight are waited for. */
  public static final OneTechnique IDEAL = new OneTechnique(PreemptionTechnique.SWITCH, false);

  @Override
  public List<PreemptionTechnique> choose(List<Victim> victims) {
    return victims.stream()
        .map(
            victim ->
                technique == PreemptionTechnique.FLUSH && !victim.mayFlush()
                    ? PreemptionTechnique.DRAIN
                    : technique)
        .toList();
  }
}
