package org.polyphony.plot;

import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A geometric mean with its 95% confidence interval: percentiles of 2000 bootstrap samples (Efron),
 * always the same for the same values.
 *
 * @param mean geometric mean; not a number without values
 * @param low lower end of the interval
 * @param high upper end; both are the mean when there is but one value
 */
public record GeometricMean(double mean, double low, double high) {
  private static final int SAMPLES = 2000;
  private static final double TAIL_PERCENT = 2.5;

  /**
   * Returns the mean of some values.
   *
   * @param values above 0
   */
  public static GeometricMean of(double[] values) {
    double mean = StatUtils.geometricMean(values);
    if (values.length < 2) {
      return new GeometricMean(mean, mean, mean);
    }
    Well19937c random = new Well19937c(values.length);
    double[] means = new double[SAMPLES];
    double[] sample = new double[values.length];
    for (int s = 0; s < SAMPLES; s++) {
      for (int i = 0; i < sample.length; i++) {
        sample[i] = values[random.nextInt(values.length)];
      }
      means[s] = StatUtils.geometricMean(sample);
    }
    return new GeometricMean(
        mean,
        StatUtils.percentile(means, TAIL_PERCENT),
        StatUtils.percentile(means, 100 - TAIL_PERCENT));
  }
}
