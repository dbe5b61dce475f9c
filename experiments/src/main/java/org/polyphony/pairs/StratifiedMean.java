package org.polyphony.pairs;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Geometric mean over all pairs, estimated from a stratified sample: the mean logarithm of each
 * stratum weighted by the stratum's size. Its 95% interval are percentiles of 2000 bootstrap
 * samples (Efron) drawn within the strata, always the same for the same values.
 *
 * @param mean geometric mean; not a number without values
 * @param low lower end of the interval
 * @param high upper end
 */
public record StratifiedMean(double mean, double low, double high) {
  private static final int SAMPLES = 2000;
  private static final double TAIL_PERCENT = 2.5;

  /**
   * A stratum.
   *
   * @param values of those of its members that were drawn, above 0
   * @param population all its members
   */
  public record Stratum(List<Double> values, int population) {
    /** Keeps its own copy of the values. */
    public Stratum {
      values = List.copyOf(values);
    }
  }

  /**
   * Estimates the mean.
   *
   * @param strata one or more; those without values are left out
   */
  public static StratifiedMean of(Collection<Stratum> strata) {
    List<Stratum> known = strata.stream().filter(s -> !s.values().isEmpty()).toList();
    int count = known.stream().mapToInt(s -> s.values().size()).sum();
    if (count == 0) {
      return new StratifiedMean(Double.NaN, Double.NaN, Double.NaN);
    }
    int[] populations = known.stream().mapToInt(Stratum::population).toArray();
    List<double[]> logs =
        known.stream().map(s -> s.values().stream().mapToDouble(Math::log).toArray()).toList();
    Well19937c random = new Well19937c(count);
    double[] means = new double[SAMPLES];
    for (int s = 0; s < SAMPLES; s++) {
      means[s] = mean(logs.stream().map(values -> drawn(values, random)).toList(), populations);
    }
    return new StratifiedMean(
        mean(logs, populations),
        StatUtils.percentile(means, TAIL_PERCENT),
        StatUtils.percentile(means, 100 - TAIL_PERCENT));
  }

  private static double[] drawn(double[] values, Well19937c random) {
    double[] some = new double[values.length];
    for (int i = 0; i < some.length; i++) {
      some[i] = values[random.nextInt(values.length)];
    }
    return some;
  }

  private static double mean(List<double[]> logs, int[] populations) {
    double sum = 0;
    double weights = 0;
    for (int i = 0; i < populations.length; i++) {
      sum += Arrays.stream(logs.get(i)).average().orElseThrow() * populations[i];
      weights += populations[i];
    }
    return weights == 0 ? Double.NaN : Math.exp(sum / weights);
  }
}
