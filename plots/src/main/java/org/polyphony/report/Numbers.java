package org.polyphony.report;

import java.util.Locale;

/** Numbers as the page shows them; a dash for one that is not known. */
final class Numbers {
  static final String UNKNOWN = "–";

  private Numbers() {}

  static String ratio(double value) {
    return format("%.3f", value);
  }

  static String count(double value) {
    return format("%,.0f", value);
  }

  /** Returns a share as a percentage. */
  static String percent(double share) {
    return format("%.1f%%", 100 * share);
  }

  private static String format(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : UNKNOWN;
  }
}
