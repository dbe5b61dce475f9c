package org.polyphony.input;

/**
 * A user's input is wrong; the message is the whole text that the user sees, made {@linkplain
 * BriefText brief}.
 */
public class InvalidInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the error.
   *
   * @param message where (file, JSON path or line), what was found, what is allowed
   */
  public InvalidInputException(String message) {
    super(BriefText.of(message));
  }

  /**
   * Makes the error from a lower one.
   *
   * @param cause what failed below
   */
  public InvalidInputException(String message, Throwable cause) {
    super(BriefText.of(message), cause);
  }
}
