package org.polyphony.simulation;

import org.polyphony.usercode.UserCodeException;

/**
 * Ends a run whose partition policy or hardware part threw an exception or chose something
 * impossible; keeps the partial result.
 */
public final class PolicyFailure extends SimulationFailure {
  private static final long serialVersionUID = 1L;

  private final transient RunResult soFar;

  PolicyFailure(String when, RunResult soFar, UserCodeException cause) {
    super(when + ": " + cause.getMessage(), "", cause);
    this.soFar = soFar;
  }

  public RunResult soFar() {
    return soFar;
  }
}
