package org.polyphony.results.table;

import java.util.regex.Pattern;

/** Text of a user on a page in Markdown, which shows it as it is. */
public final class Markdown {
  private static final Pattern ENTITY = Pattern.compile("&(?=#?\\w+;)");
  private static final Pattern TAG = Pattern.compile("<(?=[A-Za-z/!?])");

  private Markdown() {}

  /** Returns a text in which nothing is HTML. */
  public static String text(String text) {
    return TAG.matcher(ENTITY.matcher(text).replaceAll("&amp;")).replaceAll("&lt;");
  }

  /** Returns a text that ends no cell of a table. */
  static String cell(String text) {
    return text(text).replace("|", "&#124;").replaceAll("\\R", " ");
  }
}
