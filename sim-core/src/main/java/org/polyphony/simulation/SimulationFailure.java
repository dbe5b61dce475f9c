package org.polyphony.simulation;

/** A run that cannot continue; the message is complete as shown to the user. */
public class SimulationFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String report;

  /**
   * Creates the failure.
   *
   * @param report what each warp waits for, one line per warp; empty if none waits
   * @param cause the underlying exception, or null
   */
  public SimulationFailure(String message, String report, Throwable cause) {
    super(message, cause);
    this.report = report;
  }

  /** Returns what each warp waits for, one line per warp; may be empty. */
  public String report() {
    return report;
  }
}
