package org.polyphony.input;

import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * Numbers in text files: decimal digits, with a point and an exponent if there is one. Java's own
 * parser also takes hexadecimal numbers, type letters, infinity and blanks.
 */
public final class Decimal {
  private static final Pattern FORM =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?");

  private Decimal() {}

  /** Returns a number; empty for any other text, and if it is too large for a double. */
  public static OptionalDouble of(String text) {
    double value = FORM.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
