package org.polyphony.figure.maestro;

import java.util.LinkedHashMap;
import java.util.Map;

/** Texts of named values as decisions record them: {@code follower=1.5 more=1.25}. */
final class NamedValues {
  private NamedValues() {}

  /** Returns the values by name, in their order; empty for an empty text. */
  static Map<String, String> texts(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String each : text.split(" ", -1)) {
      int at = each.indexOf('=');
      if (at > 0) {
        values.put(each.substring(0, at), each.substring(at + 1));
      }
    }
    return values;
  }

  /** Returns a value that is a number; not a number when there is none of that name. */
  static double number(String text, String name) {
    String value = texts(text).get(name);
    return value == null ? Double.NaN : Double.parseDouble(value);
  }
}
