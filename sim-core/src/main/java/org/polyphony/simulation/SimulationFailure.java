package org.polyphony.simulation;

import java.util.Optional;

/** A run that cannot continue; the message is complete as shown to the user. */
public final class SimulationFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String report;
  private final transient Optional<Object> soFar;

  /**
   * Creates a failure that leaves nothing.
   *
   * @param report what each warp waits for, one line per warp; empty if none waits
   * @param cause the underlying exception, or null
   */
  public SimulationFailure(String message, String report, Throwable cause) {
    this(message, report, Optional.empty(), cause);
  }

  private SimulationFailure(
      String message, String report, Optional<Object> soFar, Throwable cause) {
    super(message, cause);
    this.report = report;
    this.soFar = soFar;
  }

  /**
   * Creates the failure of a user's policy or hardware part, which leaves what ran before.
   *
   * @param soFar partial result, of the type that the runner returns
   */
  public static SimulationFailure leaving(Object soFar, String message, Throwable cause) {
    return new SimulationFailure(message, "", Optional.of(soFar), cause);
  }

  /** Returns what each warp waits for, one line per warp; may be empty. */
  public String report() {
    return report;
  }

  /** Returns the partial result, if there is one of this type. */
  public <T> Optional<T> soFar(Class<T> type) {
    return soFar.filter(type::isInstance).map(type::cast);
  }
}
