package org.polyphony.plot;

import java.util.List;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A geometric mean with its 95% confidence interval: percentiles of 2000 bootstrap samples (Efron),
 * always the same for the same values. Of a member with several repeats the value is their mean;
 * samples draw members, then repeats within each of them.
 *
 * @param mean geometric mean; not a number without values
 * @param low lower end of the interval
 * @param high upper end; both are the mean when there is but one value
 */
public record GeometricMean(double mean, double low, double high) {
  private static final int SAMPLES = 2000;
  private static final double TAIL_PERCENT = 2.5;

  /**
   * Returns the mean of some members.
   *
   * @param members for each its repeats, at least one, above 0
   */
  public static GeometricMean of(List<double[]> members) {
    double mean = StatUtils.geometricMean(members.stream().mapToDouble(StatUtils::mean).toArray());
    if (members.stream().mapToInt(repeats -> repeats.length).sum() < 2) {
      return new GeometricMean(mean, mean, mean);
    }
    Well19937c random = new Well19937c(members.size());
    double[] means = new double[SAMPLES];
    for (int s = 0; s < SAMPLES; s++) {
      means[s] = StatUtils.geometricMean(drawn(members, random));
    }
    return new GeometricMean(
        mean,
        StatUtils.percentile(means, TAIL_PERCENT),
        StatUtils.percentile(means, 100 - TAIL_PERCENT));
  }

  /**
   * Draws as many members as there are, with replacement, and of each its mean over as many repeats
   * as it has, drawn likewise.
   *
   * @param members for each its repeats, at least one
   * @param random draws one number for a member, and one for each repeat of several
   */
  public static double[] drawn(List<double[]> members, RandomGenerator random) {
    double[] some = new double[members.size()];
    for (int i = 0; i < some.length; i++) {
      double[] repeats = members.get(random.nextInt(some.length));
      double sum = 0;
      for (int r = 0; r < repeats.length; r++) {
        sum += repeats[repeats.length == 1 ? 0 : random.nextInt(repeats.length)];
      }
      some[i] = sum / repeats.length;
    }
    return some;
  }
}
