package org.polyphony.usercode;

import org.polyphony.input.InvalidInputException;

/**
 * A policy or hardware part threw an exception, returned something impossible, or did not return;
 * the message names it, the call and the line.
 */
public final class UserCodeException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception for something that was returned. */
  public UserCodeException(String message) {
    super(message);
  }

  /**
   * Creates the exception from another one about the same call.
   *
   * @param message what that one says, and more
   */
  public UserCodeException(String message, UserCodeException cause) {
    super(message, cause);
  }

  private UserCodeException(String message, Throwable copy) {
    super(message, copy);
  }

  /**
   * Returns the exception for something that was thrown.
   *
   * @param call what was called, on which object
   */
  public static UserCodeException thrown(String call, Throwable thrown) {
    return new UserCodeException(call + " threw " + Thrown.words(thrown), Thrown.copy(thrown));
  }

  /**
   * Returns the exception for a call that has not returned.
   *
   * @param what it says
   * @param stack of the thread that makes the call
   */
  static UserCodeException stuck(String what, StackTraceElement[] stack) {
    Throwable where = new IllegalStateException(what);
    where.setStackTrace(stack);
    return new UserCodeException(what + UserFrames.place(stack), where);
  }
}
