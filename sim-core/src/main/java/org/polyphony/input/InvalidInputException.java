package org.polyphony.input;

/**
 * Invalid user input. The message is complete as shown to the user, made {@linkplain BriefText
 * brief}.
 */
public class InvalidInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message place (file, JSON path or line), value found, values allowed
   */
  public InvalidInputException(String message) {
    super(BriefText.of(message));
  }

  /**
   * Creates the exception from an underlying one.
   *
   * @param cause the underlying exception
   */
  public InvalidInputException(String message, Throwable cause) {
    super(BriefText.of(message), cause);
  }
}
