package org.polyphony.results;

/**
 * What STP and ANTT are drawn over: non-shared execution, of which they are ratios themselves, or a
 * policy; as changes in percent, or as ratios.
 *
 * @param policy empty for non-shared execution
 * @param isAbsolute true for ratios
 */
public record Baseline(String policy, boolean isAbsolute) {
  /** Ends the label of an axis. */
  public static final String HIGHER = ", higher is better";

  /** Ends the label of an axis. */
  public static final String LOWER = ", lower is better";

  /** Returns the end of the label of a metric's axis; empty when neither way is better. */
  public static String better(String metric) {
    if (isCost(metric)) {
      return LOWER;
    }
    return metric.startsWith("STP") ? HIGHER : "";
  }

  /** Returns whether a metric is better when it is lower. */
  public static boolean isCost(String metric) {
    return metric.startsWith("ANTT") || metric.contains(" lost");
  }

  public String label(String metric) {
    String ratio = isOfPolicy() ? metric + " over " + policy : metric;
    return isAbsolute ? ratio : metric + " over " + (isOfPolicy() ? policy : "non-shared") + " (%)";
  }

  public boolean isOfPolicy() {
    return !policy.isEmpty();
  }

  /** Returns the drawn value of a ratio; NaN stays NaN. */
  public double of(double ratio) {
    return isAbsolute ? ratio : 100 * (ratio - 1);
  }
}
