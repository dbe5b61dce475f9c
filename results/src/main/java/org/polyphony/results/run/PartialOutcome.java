package org.polyphony.results.run;

import org.polyphony.simulation.PolicyFailure;
import org.polyphony.simulation.SimulationFailure;

/** A failed policy, with the partial results of its experiment. */
public final class PartialOutcome extends SimulationFailure {
  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;

  public PartialOutcome(Outcome outcome, PolicyFailure failure) {
    super(failure.getMessage(), "", failure);
    this.outcome = outcome;
  }

  /** Returns the experiment's results up to the failure. */
  public Outcome outcome() {
    return outcome;
  }
}
