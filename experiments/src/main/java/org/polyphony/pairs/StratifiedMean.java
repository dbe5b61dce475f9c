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

  /** The same with the logarithms of its values. */
  private static final class Logs {
    private final double[] values;
    private final int population;

    Logs(double[] values, int population) {
      this.values = values;
      this.population = population;
    }

    static Logs of(Stratum stratum) {
      return new Logs(
          stratum.values().stream().mapToDouble(Math::log).toArray(), stratum.population());
    }

    Logs drawn(Well19937c random) {
      double[] some = new double[values.length];
      for (int i = 0; i < some.length; i++) {
        some[i] = values[random.nextInt(values.length)];
      }
      return new Logs(some, population);
    }
  }

  /**
   * Estimates the mean.
   *
   * @param strata one or more; those without values are left out
   */
  public static StratifiedMean of(Collection<Stratum> strata) {
    List<Logs> known = strata.stream().filter(s -> !s.values().isEmpty()).map(Logs::of).toList();
    int count = known.stream().mapToInt(s -> s.values.length).sum();
    if (count == 0) {
      return new StratifiedMean(Double.NaN, Double.NaN, Double.NaN);
    }
    Well19937c random = new Well19937c(count);
    double[] means = new double[SAMPLES];
    for (int s = 0; s < SAMPLES; s++) {
      means[s] = mean(known.stream().map(stratum -> stratum.drawn(random)).toList());
    }
    return new StratifiedMean(
        mean(known),
        StatUtils.percentile(means, TAIL_PERCENT),
        StatUtils.percentile(means, 100 - TAIL_PERCENT));
  }

  private static double mean(List<Logs> strata) {
    double sum = 0;
    double weights = 0;
    for (Logs stratum : strata) {
      double mean = Arrays.stream(stratum.values).average().orElseThrow();
      sum += mean * stratum.population;
      weights += stratum.population;
    }
    return weights == 0 ? Double.NaN : Math.exp(sum / weights);
  }
}
