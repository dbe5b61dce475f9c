package org.polyphony.run;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.polyphony.multiprogram.PolicyException;

/** A partition policy that threw, or asked for the impossible; keeps what its run gave before. */
public final class PolicyFailure extends SimulationFailure {
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
    super(message, "", cause);
    this.soFar = soFar;
    this.outcome = outcome;
  }

  /** Returns the run to the cycle in which the policy failed. */
  RunResult soFar() {
    return soFar;
  }

  /**
   * Returns where the policy threw, innermost first, down to where it was asked; empty when it
   * threw nothing but asked for the impossible.
   */
  public List<StackTraceElement> frames() {
    Throwable error = this;
    while (error instanceof PolicyFailure || error instanceof PolicyException) {
      error = error.getCause();
    }
    return error == null
        ? List.of()
        : Stream.of(error.getStackTrace())
            .takeWhile(frame -> !frame.getClassName().equals(PolicyWatch.class.getName()))
            .toList();
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
