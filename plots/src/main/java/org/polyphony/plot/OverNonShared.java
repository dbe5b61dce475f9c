package org.polyphony.plot;

/**
 * How STP and ANTT are drawn: as changes over non-shared execution in percent, or as they are.
 *
 * @param isAbsolute true for as they are
 */
record OverNonShared(boolean isAbsolute) {
  /** Ends the label of an upright axis: as it reads, the arrow points up. */
  static final String HIGHER = ", better \u2192";

  /** Ends the label of an upright axis: as it reads, the arrow points down. */
  static final String LOWER = ", better \u2190";

  /** Returns the end of the label of a metric's upright axis; empty when neither way is better. */
  static String better(String metric) {
    if (isCost(metric)) {
      return LOWER;
    }
    return metric.startsWith("STP") ? HIGHER : "";
  }

  /** Returns whether a metric is better when it is lower. */
  static boolean isCost(String metric) {
    return metric.startsWith("ANTT") || metric.contains(" lost");
  }

  String label(String metric) {
    return isAbsolute ? metric : metric + " over non-shared (%)";
  }

  /** Returns what is drawn for a ratio to non-shared execution; not a number stays so. */
  double of(double ratio) {
    return isAbsolute ? ratio : 100 * (ratio - 1);
  }
}
