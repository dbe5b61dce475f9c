package org.polyphony.policy.preemption;

import java.util.List;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.PreemptionTechnique;

/**
 * Uses one technique for all thread blocks; those that cannot be flushed are drained.
 *
 * @param movesContexts false for free context switches, as a baseline for their cost
 */
public record OneTechnique(PreemptionTechnique technique, boolean movesContexts)
    implements Preemption {
  /** Drains every thread block. */
  public static final OneTechnique DRAIN = new OneTechnique(PreemptionTechnique.DRAIN, true);

  /** Switches every thread block's context through memory. */
  public static final OneTechnique SWITCH = new OneTechnique(PreemptionTechnique.SWITCH, true);

  /** Flushes every thread block that can be executed again. */
  public static final OneTechnique FLUSH = new OneTechnique(PreemptionTechnique.FLUSH, true);

  /** Switches contexts for free; only in-flight instructions are waited for. */
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
