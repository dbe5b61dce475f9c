package org.polyphony.simulation;

import org.polyphony.input.InvalidInputException;

/** A partition policy threw, or asked for the impossible; the message names it and the cycle. */
public final class PolicyException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the error.
   *
   * @param cause what it threw; null when it threw nothing
   */
  PolicyException(String message, Throwable cause) {
    super(message, cause);
  }
}
