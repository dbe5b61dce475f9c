package org.polyphony.results.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A geometric mean over a population, with a 95% interval that is about the units which were drawn:
 * the benchmarks of a set of pairs, not the pairs. Two pairs with a common benchmark are not
 * independent, and several runs of one pair even less so.
 *
 * <p>The variance of the mean logarithm is the sum of the products of the deviations of all members
 * that share a unit (Aronow, Samii and Assenova, Political Analysis 23, 2015), divided by {@code n
 * - s} and by n, with n members, of which one shares a unit with s on average, itself included. For
 * a census of pairs this is the unbiased variance of a U-statistic, and for independent members the
 * usual one. It is at least that of independent members. The interval is Student's, with one degree
 * of freedom less than units, or than members where they vary as if they were independent. {@code
 * docs/method.md} has the coverage.
 *
 * <p>There is no interval for fewer than {@value #FEWEST_WITH_INTERVAL} units, unless there is one
 * member alone: its interval is that of its repeats.
 */
public final class GeometricMean {
  /** Fewer units or members have no interval. */
  public static final int FEWEST_WITH_INTERVAL = 5;

  private static final double UPPER = 0.975;

  private GeometricMean() {}

  /**
   * A member of the population.
   *
   * @param units that it was drawn by, such as the benchmarks of a pair
   * @param repeats values above 0 that differ in seed alone; the mean of them counts
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Member(Set<String> units, double[] repeats) {
    /** Returns a member that was drawn by the workloads in its name, such as {@code LC/BS}. */
    public static Member of(String workloads, double... repeats) {
      return new Member(new HashSet<>(List.of(workloads.split("/"))), repeats);
    }

    private double logarithm() {
      return Math.log(StatUtils.mean(repeats));
    }
  }

  /**
   * Returns the mean over sets of workloads, such as pairs, whose units are the workloads.
   *
   * @param repeats by the names of the workloads, as {@code LC/BS}
   */
  public static MeanInterval ofWorkloads(Map<String, double[]> repeats) {
    List<Member> members = new ArrayList<>();
    repeats.forEach((names, each) -> members.add(Member.of(names, each)));
    return of(members);
  }

  /** Estimates the mean. */
  public static MeanInterval of(List<Member> members) {
    Set<String> units = new LinkedHashSet<>();
    members.forEach(member -> units.addAll(member.units()));
    if (members.size() == 1) {
      return MeanInterval.of(members.get(0).repeats());
    }
    double[] logarithms = members.stream().mapToDouble(Member::logarithm).toArray();
    double mean = StatUtils.mean(logarithms);
    boolean hasFew = Math.min(units.size(), members.size()) < FEWEST_WITH_INTERVAL;
    double half = hasFew ? Double.NaN : half(members, logarithms, units.size());
    return new MeanInterval(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
  }

  private static double half(List<Member> members, double[] logarithms, int units) {
    int n = logarithms.length;
    double mean = StatUtils.mean(logarithms);
    double products = 0;
    long sharing = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (!Collections.disjoint(members.get(i).units(), members.get(j).units())) {
          products += (logarithms[i] - mean) * (logarithms[j] - mean);
          sharing++;
        }
      }
    }
    double independent = StatUtils.variance(logarithms) / n;
    double shared = products / (n - (double) sharing / n) / n;
    return shared > independent
        ? quantile(units - 1) * Math.sqrt(shared)
        : quantile(n - 1) * Math.sqrt(independent);
  }

  private static double quantile(int degreesOfFreedom) {
    return new TDistribution(null, degreesOfFreedom).inverseCumulativeProbability(UPPER);
  }
}
