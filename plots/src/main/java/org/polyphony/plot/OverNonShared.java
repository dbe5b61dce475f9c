package org.polyphony.plot;

/**
 * How STP and ANTT are drawn: as changes over non-shared execution in percent, or as they are.
 *
 * @param isAbsolute true for as they are
 */
record OverNonShared(boolean isAbsolute) {
  static final String HIGHER = ", higher is better";
  static final String LOWER = ", lower is better";

  /** Returns what an axis of a metric is called. */
  String label(String metric) {
    return isAbsolute ? metric : metric + " over non-shared (%)";
  }

  /** Returns what is drawn for a ratio to non-shared execution; not a number stays so. */
  double of(double ratio) {
    return isAbsolute ? ratio : 100 * (ratio - 1);
  }
}
