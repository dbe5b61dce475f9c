package org.polyphony.simulation;

/** A run that cannot go on; the message is the whole text that the user sees. */
public class SimulationFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String report;

  /**
   * Makes the failure.
   *
   * @param report what every warp waited for, a line each; empty when nothing waited
   * @param cause what failed below, or null
   */
  public SimulationFailure(String message, String report, Throwable cause) {
    super(message, cause);
    this.report = report;
  }

  /** Returns what every warp waited for, a line each; may be empty. */
  public String report() {
    return report;
  }
}
