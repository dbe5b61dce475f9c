package org.polyphony.simulation;

import org.polyphony.policy.PolicyException;

/**
 * Ends a run whose partition policy or hardware part threw an exception or chose something
 * impossible; keeps the partial result.
 */
public final class PolicyFailure extends SimulationFailure {
  private static final long serialVersionUID = 1L;

  private final transient RunResult soFar;
  private final String stack;

  PolicyFailure(String when, RunResult soFar, PolicyException cause) {
    super(when + ": " + cause.getMessage(), "", cause);
    this.soFar = soFar;
    this.stack = cause.stack();
  }

  /** Returns the stack of the policy's exception, each frame after a line feed. */
  public String stack() {
    return stack;
  }

  public RunResult soFar() {
    return soFar;
  }
}
