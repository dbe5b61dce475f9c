package org.polyphony.input;

/** What a JSON parser says of a text, without what it says to programmers. */
public final class ParserMessage {
  private ParserMessage() {}

  /** Returns the first line, without names of the parser's own classes, settings and positions. */
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
