package org.polyphony.study.pairs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.StatUtils;
import org.polyphony.plot.GeometricMean;

/**
 * Geometric mean over all pairs, estimated from a stratified sample: the mean logarithm of each
 * stratum weighted by the stratum's size. Its 95% interval are percentiles of 2000 bootstrap
 * samples (Efron) drawn within the strata, always the same for the same values. The value of a
 * member with several repeats is their mean; samples draw members, then repeats within each.
 *
 * @param mean geometric mean; not a number without values
 */
public record StratifiedMean(double mean, double low, double high) {
  private static final int SAMPLES = 2000;
  private static final double TAIL_PERCENT = 2.5;

  /**
   * A stratum.
   *
   * @param members those that were drawn: of each the values of its repeats, above 0
   */
  public record Stratum(List<double[]> members, int population) {
    public Stratum {
      members = List.copyOf(members);
    }
  }

  /** Estimates the mean over all pairs of a sample from some of them, by category. */
  public static StratifiedMean of(
      Collection<Pair> pairs, PairSample sample, Function<Pair, double[]> values) {
    List<Stratum> strata = new ArrayList<>();
    for (Category category : Category.values()) {
      List<double[]> members =
          pairs.stream().filter(pair -> pair.category() == category).map(values).toList();
      strata.add(new Stratum(members, sample.population(category)));
    }
    return of(strata);
  }

  /**
   * Estimates the mean.
   *
   * @param strata one or more; those without values are left out
   */
  public static StratifiedMean of(Collection<Stratum> strata) {
    List<Stratum> known = strata.stream().filter(s -> !s.members().isEmpty()).toList();
    int count = known.stream().mapToInt(s -> s.members().size()).sum();
    if (count == 0) {
      return new StratifiedMean(Double.NaN, Double.NaN, Double.NaN);
    }
    Well19937c random = new Well19937c(count);
    double[] means = new double[SAMPLES];
    for (int s = 0; s < SAMPLES; s++) {
      means[s] = mean(known, members -> GeometricMean.drawn(members, random));
    }
    return new StratifiedMean(
        mean(known, members -> members.stream().mapToDouble(StatUtils::mean).toArray()),
        StatUtils.percentile(means, TAIL_PERCENT),
        StatUtils.percentile(means, 100 - TAIL_PERCENT));
  }

  private static double mean(List<Stratum> strata, Function<List<double[]>, double[]> values) {
    double sum = 0;
    double weights = 0;
    for (Stratum stratum : strata) {
      double[] some = values.apply(stratum.members());
      sum += Arrays.stream(some).map(Math::log).average().orElseThrow() * stratum.population();
      weights += stratum.population();
    }
    return weights == 0 ? Double.NaN : Math.exp(sum / weights);
  }
}
