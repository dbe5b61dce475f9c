package org.polyphony.input;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Limits messages to one screen, whatever the input contains. */
public final class BriefText {
  private static final Pattern CONTROL =
      Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u202a-\\u202e\\u2066-\\u2069&&[^\\n\\t]]");
  private static final char DELETE = 0x7f;
  private static final int LINES = 20;
  private static final int CHARACTERS = 3500; // no line starts after this many characters
  private static final int HEAD = 400; // characters kept of an overlong line
  private static final int TAIL = 150;

  private BriefText() {}

  /**
   * Truncates a message to at most 20 lines of at most 555 characters; the end states how many
   * lines were cut.
   */
  public static String of(String message) {
    List<String> lines = message.lines().map(BriefText::printable).toList();
    StringBuilder text = new StringBuilder();
    int shown = 0;
    while (shown < lines.size() && shown < LINES && text.length() <= CHARACTERS) {
      text.append(shown == 0 ? "" : "\n").append(cut(lines.get(shown)));
      shown++;
    }
    return shown == lines.size()
        ? text.toString()
        : text + "\nand " + (lines.size() - shown) + " more";
  }

  /** Returns whether a text has none of the control characters that break a line or a terminal. */
  public static boolean isOneLine(String text) {
    return text.chars().noneMatch(c -> c < ' ' || c == DELETE);
  }

  /**
   * Escapes control characters (except line feeds and tabs) and characters that change the writing
   * direction, so that a text is safe to print on a terminal.
   */
  public static String printable(String text) {
    Matcher control = CONTROL.matcher(text);
    return control.replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
  }

  private static String cut(String line) {
    return line.length() <= HEAD + TAIL
        ? line
        : line.substring(0, HEAD) + " ... " + line.substring(line.length() - TAIL);
  }
}
