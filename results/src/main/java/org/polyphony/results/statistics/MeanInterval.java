package org.polyphony.results.statistics;

import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * A mean with its 95% confidence interval of Student's t: the arithmetic one of repeats, or a
 * {@link GeometricMean}.
 *
 * @param mean not a number without values
 * @param low lower end of the interval; not a number for too few values
 * @param high upper end
 */
public record MeanInterval(double mean, double low, double high) {
  private static final double UPPER = 0.975;

  /**
   * Returns the arithmetic mean of some values; one has no interval.
   *
   * @param values of repeats that differ in seed alone
   */
  public static MeanInterval of(double... values) {
    SummaryStatistics all = new SummaryStatistics();
    for (double value : values) {
      all.addValue(value);
    }
    double half = half(all);
    return new MeanInterval(all.getMean(), all.getMean() - half, all.getMean() + half);
  }

  private static double half(SummaryStatistics all) {
    if (all.getN() < 2) {
      return Double.NaN;
    }
    double t = new TDistribution(null, all.getN() - 1).inverseCumulativeProbability(UPPER);
    return t * all.getStandardDeviation() / Math.sqrt((double) all.getN());
  }

  /** Returns true when there are enough values for an interval. */
  public boolean hasInterval() {
    return Double.isFinite(low);
  }

  /**
   * Returns the mean with its interval if it has one, as {@code 1.25 (1.20 to 1.30)}; a dash when
   * it is not finite.
   *
   * @param format of a number, as {@code %.2f}
   */
  public String text(String format) {
    if (!Double.isFinite(mean)) {
      return "-";
    }
    return hasInterval()
        ? String.format(
            Locale.ROOT, format + " (" + format + " to " + format + ")", mean, low, high)
        : String.format(Locale.ROOT, format, mean);
  }
}
