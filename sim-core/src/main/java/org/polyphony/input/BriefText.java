package org.polyphony.input;

import java.util.List;

/** Messages that fit on a screen, whatever stood in the input. */
public final class BriefText {
  private static final int LINES = 20;
  private static final int CHARACTERS = 3500; // after which no line begins
  private static final int HEAD = 400; // of a line that is too long
  private static final int TAIL = 150;

  private BriefText() {}

  /**
   * Returns a message cut to at most 20 lines of at most 555 characters; the end says how many more
   * there were.
   */
  public static String of(String message) {
    List<String> lines = message.lines().toList();
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

  private static String cut(String line) {
    return line.length() <= HEAD + TAIL
        ? line
        : line.substring(0, HEAD) + " ... " + line.substring(line.length() - TAIL);
  }
}
