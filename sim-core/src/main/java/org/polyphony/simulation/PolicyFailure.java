package org.polyphony.simulation;

import java.util.List;
import java.util.stream.Stream;

/**
 * Ends a run whose partition policy threw an exception or set impossible quotas; keeps the partial
 * result.
 */
public final class PolicyFailure extends SimulationFailure {
  private static final long serialVersionUID = 1L;

  private final transient RunResult soFar;

  PolicyFailure(String message, RunResult soFar, Throwable cause) {
    super(message, "", cause);
    this.soFar = soFar;
  }

  public RunResult soFar() {
    return soFar;
  }

  /**
   * Returns the stack of the policy's exception, innermost frame first, down to the simulator's
   * call; empty if the policy did not throw.
   */
  public List<StackTraceElement> frames() {
    Throwable error = getCause();
    while (error instanceof PolicyException) {
      error = error.getCause();
    }
    return error == null
        ? List.of()
        : Stream.of(error.getStackTrace())
            .takeWhile(frame -> !frame.getClassName().equals(PolicyWatch.class.getName()))
            .toList();
  }
}
