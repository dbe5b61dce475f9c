package org.polyphony.results.table;

import java.math.BigDecimal;
import java.util.Locale;

/** Numbers and sentences as text that is the same on every machine. */
public final class Formats {
  private static final String NOTHING = "-";
  private static final int NANO = 9; // decimals of a second

  private Formats() {}

  /**
   * Returns what {@link String#format} gives in the root locale, with line feeds for {@code %n}.
   */
  public static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values).replace(System.lineSeparator(), "\n");
  }

  /**
   * Returns a number; a dash when it is not finite.
   *
   * @param format of one number, as {@code %.2f}
   */
  public static String finite(String format, double value) {
    return Double.isFinite(value) ? text(format, value) : NOTHING;
  }

  /** Returns a time in seconds, exact, at least one decimal; empty when it never came, below 0. */
  public static String seconds(long nanos) {
    if (nanos < 0) {
      return "";
    }
    BigDecimal exact = BigDecimal.valueOf(nanos, NANO).stripTrailingZeros();
    return (exact.scale() < 1 ? exact.setScale(1) : exact).toPlainString();
  }

  /**
   * Returns a time in the two largest units that it takes.
   *
   * @param seconds at least 0
   */
  public static String duration(double seconds) {
    long whole = Math.round(seconds);
    if (whole < 120) {
      return whole + " s";
    }
    long minutes = Math.round(seconds / 60);
    return minutes < 60 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
  }
}
