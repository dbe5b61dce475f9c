package org.polyphony.results.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A geometric mean over all members of a population, estimated from a stratified sample: the mean
 * logarithm of each stratum weighted by the stratum's size. Its 95% interval are percentiles of
 * 2000 bootstrap samples drawn within the strata, always the same for the same values. A sample
 * draws one member fewer than a stratum has, with replacement, which makes its variance that of the
 * mean also in small strata (Rao and Wu, JASA 1988); with as many it is half of that for two
 * members. The value of a member with several repeats is their mean; samples draw members, then
 * repeats within each of them.
 *
 * @param mean geometric mean; not a number without values
 * @param low lower end of the interval; not a number for 2 to 4 members, and where one member
 *     stands for a larger stratum. The interval of one member alone is that of its repeats
 * @param high upper end, likewise
 */
public record GeometricMean(double mean, double low, double high) {
  /** Fewer members have no interval. */
  public static final int FEWEST_WITH_INTERVAL = 5;

  private static final int SAMPLES = 2000;
  private static final double TAIL_PERCENT = 2.5;

  /**
   * A stratum.
   *
   * @param members those that were drawn: of each the values of its repeats, above 0
   * @param population members that it stands for; 1 or more
   */
  public record Stratum(List<double[]> members, int population) {
    public Stratum {
      members = List.copyOf(members);
    }

    private boolean isOneForMany() {
      return members.size() == 1 && population > 1;
    }
  }

  /** Returns the mean of members that are a stratum of their own. */
  public static GeometricMean of(List<double[]> members) {
    return ofStrata(List.of(new Stratum(members, 1)));
  }

  /**
   * Estimates the mean.
   *
   * @param strata one or more; those without values are left out
   */
  public static GeometricMean ofStrata(List<Stratum> strata) {
    List<Stratum> known = strata.stream().filter(s -> !s.members().isEmpty()).toList();
    int count = known.stream().mapToInt(s -> s.members().size()).sum();
    if (count == 0) {
      return new GeometricMean(Double.NaN, Double.NaN, Double.NaN);
    }
    if (count == 1) {
      MeanInterval one = MeanInterval.of(known.get(0).members().get(0));
      return new GeometricMean(one.mean(), one.low(), one.high());
    }
    double mean = mean(known, members -> members.stream().mapToDouble(StatUtils::mean).toArray());
    if (count < FEWEST_WITH_INTERVAL || known.stream().anyMatch(Stratum::isOneForMany)) {
      return new GeometricMean(mean, Double.NaN, Double.NaN);
    }
    Well19937c random = new Well19937c(count);
    double[] means = new double[SAMPLES];
    for (int s = 0; s < SAMPLES; s++) {
      means[s] = mean(known, members -> drawn(members, random));
    }
    return new GeometricMean(
        mean,
        StatUtils.percentile(means, TAIL_PERCENT),
        StatUtils.percentile(means, 100 - TAIL_PERCENT));
  }

  /** Returns whether there are enough values for an interval. */
  public boolean hasInterval() {
    return Double.isFinite(low);
  }

  /** Returns the mean with its interval if it has one, as {@link MeanInterval#text}. */
  public String text(String format) {
    return new MeanInterval(mean, low, high).text(format);
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

  /** Draws with replacement one number for a member, and one for each repeat of several. */
  private static double[] drawn(List<double[]> members, Well19937c random) {
    double[] some = new double[Math.max(1, members.size() - 1)];
    for (int i = 0; i < some.length; i++) {
      double[] repeats = members.get(random.nextInt(members.size()));
      double sum = 0;
      for (int r = 0; r < repeats.length; r++) {
        sum += repeats[repeats.length == 1 ? 0 : random.nextInt(repeats.length)];
      }
      some[i] = sum / repeats.length;
    }
    return some;
  }
}
