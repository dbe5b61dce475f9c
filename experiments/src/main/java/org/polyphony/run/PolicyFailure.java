package org.polyphony.run;

import java.util.Optional;
import org.polyphony.input.InvalidInputException;

/** A partition policy that threw, or asked for the impossible; keeps what its run gave before. */
public final class PolicyFailure extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final transient RunResult soFar;
  private final transient Outcome outcome;

  /**
   * Makes the failure of a run.
   *
   * @param message epoch, policy, cycle and what happened
   * @param soFar the run to that cycle, partial
   * @param cause what the policy threw
   */
  PolicyFailure(String message, RunResult soFar, Throwable cause) {
    this(message, soFar, null, cause);
  }

  private PolicyFailure(String message, RunResult soFar, Outcome outcome, Throwable cause) {
    super(message, cause);
    this.soFar = soFar;
    this.outcome = outcome;
  }

  /** Returns the run to the cycle in which the policy failed. */
  RunResult soFar() {
    return soFar;
  }

  /** Returns this failure as that of an experiment. */
  PolicyFailure of(Outcome partial) {
    return new PolicyFailure(getMessage(), soFar, partial, this);
  }

  /** Returns what the experiment gave before; empty when it is not known of which it was a run. */
  public Optional<Outcome> outcome() {
    return Optional.ofNullable(outcome);
  }
}
