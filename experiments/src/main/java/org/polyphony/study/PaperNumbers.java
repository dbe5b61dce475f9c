package org.polyphony.study;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Numbers and statements of the papers, by name, each with its place in the paper: {@code
 * paper-numbers.json}.
 */
public final class PaperNumbers {
  private static final String FILE = "paper-numbers.json";
  private static final JsonNode ALL = FigureData.read(FILE);

  private PaperNumbers() {}

  public static boolean has(String name) {
    return ALL.has(name);
  }

  public static double number(String name) {
    return value(name).asDouble();
  }

  /** Returns a value of any type, such as an ordering of policies. */
  public static JsonNode value(String name) {
    JsonNode value = ALL.path(name).path("value");
    if (value.isMissingNode()) {
      throw new IllegalArgumentException(FILE + " has no " + name);
    }
    return value;
  }
}
