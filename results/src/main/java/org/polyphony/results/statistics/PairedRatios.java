package org.polyphony.results.statistics;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Ratios of a metric over pairs of measurements: their geometric mean, and on how many pairs the
 * second measurement is better.
 *
 * @param mean with its 95% interval
 * @param pairs compared
 * @param better pairs on which the second measurement is better
 * @param equal pairs whose ratio rounds to 1.000
 */
public record PairedRatios(GeometricMean mean, int pairs, int better, int equal) {
  private static final double TIE = 0.0005; // a difference that three digits do not show

  /**
   * Counts the ratios and estimates their mean.
   *
   * @param ratios of the second measurement to the first, above 0, by the names of the workloads
   * @param isHigherBetter whether a ratio above 1 is an improvement
   */
  public static PairedRatios of(Map<String, Double> ratios, boolean isHigherBetter) {
    int better = 0;
    int equal = 0;
    for (double ratio : ratios.values()) {
      boolean isTie = Math.abs(ratio - 1) < TIE;
      equal += isTie ? 1 : 0;
      better += !isTie && ratio > 1 == isHigherBetter ? 1 : 0;
    }
    Map<String, double[]> members = new LinkedHashMap<>();
    ratios.forEach((workloads, ratio) -> members.put(workloads, new double[] {ratio}));
    return new PairedRatios(GeometricMean.ofWorkloads(members), ratios.size(), better, equal);
  }

  /** Returns the pairs on which the second measurement is worse. */
  public int worse() {
    return pairs - better - equal;
  }
}
