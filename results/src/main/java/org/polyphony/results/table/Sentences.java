package org.polyphony.results.table;

/** Cuts prose for tables and terminals. */
public final class Sentences {
  private static final int LINE = 90;
  private static final int WIDTH = 100;

  private Sentences() {}

  /** Returns the text up to the end of its first sentence, 90 characters of it at most. */
  public static String first(String text) {
    int end = text.indexOf(". ");
    String sentence = end < 0 ? text.replaceFirst("\\.$", "") : text.substring(0, end);
    if (sentence.length() <= LINE) {
      return sentence;
    }
    int lastBlank = sentence.lastIndexOf(' ', LINE - 4);
    return sentence.substring(0, lastBlank < 0 ? LINE - 4 : lastBlank) + " ...";
  }

  /** Returns the text in lines of at most 100 characters, each after an indent. */
  public static String wrapped(String text, String indent) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(indent);
    for (String word : text.strip().split("\\s+", -1)) {
      boolean isFirst = line.length() == indent.length();
      if (!isFirst && line.length() + 1 + word.length() > WIDTH) {
        lines.append(line).append('\n');
        line = new StringBuilder(indent);
        isFirst = true;
      }
      line.append(isFirst ? "" : " ").append(word);
    }
    return lines.append(line).append('\n').toString();
  }
}
