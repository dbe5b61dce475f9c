package org.polyphony.run;

/** A run that cannot go on; the message is the whole text that the user sees. */
public final class SimulationFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the failure.
   *
   * @param message what happened, and what every warp waited for
   * @param cause what failed below, or null
   */
  public SimulationFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
