package org.polyphony.simulation;

import java.util.List;
import java.util.stream.Stream;

/** A partition policy that threw, or asked for the impossible; keeps what its run gave before. */
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
   * Returns where the policy threw, innermost first, down to where it was asked; empty when it
   * threw nothing but asked for the impossible.
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
