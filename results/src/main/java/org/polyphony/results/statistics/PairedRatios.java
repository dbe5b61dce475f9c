package org.polyphony.results.statistics;

import java.util.List;
import org.apache.commons.math3.stat.StatUtils;
import org.polyphony.results.statistics.GeometricMean.Member;

/**
 * Ratios of a metric over pairs of measurements: their geometric mean, and on how many pairs the
 * second measurement is better.
 *
 * @param mean with its 95% interval
 * @param pairs compared
 * @param better pairs on which the second measurement is better
 * @param equal pairs whose ratio rounds to 1.000
 */
public record PairedRatios(MeanInterval mean, int pairs, int better, int equal) {
  private static final double TIE = 0.0005; // a difference that three digits do not show

  /**
   * Counts the ratios and estimates their mean.
   *
   * @param ratios of the second measurement to the first, above 0
   * @param isHigherBetter whether a ratio above 1 is an improvement
   */
  public static PairedRatios of(List<Member> ratios, boolean isHigherBetter) {
    int better = 0;
    int equal = 0;
    for (Member each : ratios) {
      double ratio = StatUtils.mean(each.repeats());
      boolean isTie = Math.abs(ratio - 1) < TIE;
      equal += isTie ? 1 : 0;
      better += !isTie && ratio > 1 == isHigherBetter ? 1 : 0;
    }
    return new PairedRatios(GeometricMean.of(ratios), ratios.size(), better, equal);
  }

  /** Returns the pairs on which the second measurement is worse. */
  public int worse() {
    return pairs - better - equal;
  }
}
