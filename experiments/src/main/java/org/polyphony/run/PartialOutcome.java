package org.polyphony.run;

import org.polyphony.simulation.PolicyFailure;
import org.polyphony.simulation.SimulationFailure;

/** A policy that failed, with what its experiment gave before. */
public final class PartialOutcome extends SimulationFailure {
  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;
  private final PolicyFailure failure;

  PartialOutcome(Outcome outcome, PolicyFailure failure) {
    super(failure.getMessage(), "", failure);
    this.outcome = outcome;
    this.failure = failure;
  }

  /** Returns the experiment's results to the cycle of the failure. */
  public Outcome outcome() {
    return outcome;
  }

  /** Returns what the policy did wrong. */
  public PolicyFailure failure() {
    return failure;
  }
}
