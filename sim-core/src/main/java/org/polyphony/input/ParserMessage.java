package org.polyphony.input;

/** Strips implementation details from the error messages of the JSON parser. */
public final class ParserMessage {
  private ParserMessage() {}

  /** Returns the first line, without class names, settings and positions of the parser. */
  public static String plain(String message) {
    return message
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("^Trailing token .*", "text after its end")
        .replaceFirst(" \\(start marker at .*|: enable .*", "")
        .replaceAll(",? from `[^`]*`| as per `[^`]*`", "")
        .strip();
  }
}
