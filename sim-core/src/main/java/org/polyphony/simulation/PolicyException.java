package org.polyphony.simulation;

import org.polyphony.input.InvalidInputException;

/**
 * A partition policy threw an exception or set impossible quotas; the message names the policy and
 * the cycle.
 */
public final class PolicyException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param cause the policy's exception, or null if it did not throw
   */
  PolicyException(String message, Throwable cause) {
    super(message, cause);
  }
}
