package org.polyphony.input;

/** A user's input is wrong; the message is the whole text that the user sees. */
public class InvalidInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the error.
   *
   * @param message where (file, JSON path or line), what was found, what is allowed
   */
  public InvalidInputException(String message) {
    super(message);
  }

  /**
   * Makes the error from a lower one.
   *
   * @param message as for {@link #InvalidInputException(String)}
   * @param cause what failed below
   */
  public InvalidInputException(String message, Throwable cause) {
    super(message, cause);
  }
}
