package org.polyphony.study;

import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.polyphony.results.table.Formats;

/** Error metrics between two series of positive numbers. */
public final class ErrorStatistics {
  private ErrorStatistics() {}

  /**
   * A simulated value and its reference.
   *
   * @param ours above 0
   * @param theirs above 0
   */
  public record Pair(String name, double ours, double theirs) {
    public double error() {
      return ours / theirs - 1;
    }
  }

  /** Returns the mean absolute relative error; NaN for an empty list. */
  public static double meanAbsoluteError(List<Pair> pairs) {
    return pairs.stream().mapToDouble(p -> Math.abs(p.error())).average().orElse(Double.NaN);
  }

  /** Returns the median absolute relative error; NaN for an empty list. */
  public static double medianAbsoluteError(List<Pair> pairs) {
    return new Median().evaluate(pairs.stream().mapToDouble(p -> Math.abs(p.error())).toArray());
  }

  /** Returns the pair with the largest absolute relative error. */
  public static Pair worst(List<Pair> pairs) {
    return pairs.stream()
        .max(Comparator.comparingDouble(p -> Math.abs(p.error())))
        .orElseThrow(() -> new IllegalArgumentException("no pairs"));
  }

  /** Returns Pearson's correlation of the logarithms; NaN for fewer than two pairs. */
  public static double logCorrelation(List<Pair> pairs) {
    return pairs.size() < 2
        ? Double.NaN
        : new PearsonsCorrelation()
            .correlation(
                pairs.stream().mapToDouble(p -> Math.log(p.ours())).toArray(),
                pairs.stream().mapToDouble(p -> Math.log(p.theirs())).toArray());
  }

  /** Returns Spearman's rank correlation; NaN for fewer than two pairs. */
  public static double rankCorrelation(List<Pair> pairs) {
    return pairs.size() < 2
        ? Double.NaN
        : new SpearmansCorrelation()
            .correlation(
                pairs.stream().mapToDouble(Pair::ours).toArray(),
                pairs.stream().mapToDouble(Pair::theirs).toArray());
  }

  /**
   * Formats mean and worst error and the rank correlation in a line; a single value has a dash for
   * the correlation.
   *
   * @param values at least one
   */
  public static String line(String what, List<Pair> values) {
    return what + ": " + summary(values);
  }

  /** Formats the same without what the values are. */
  public static String summary(List<Pair> values) {
    Pair worst = worst(values);
    return Formats.text(
        "mean absolute error %.1f%%, worst %+.1f%% (%s), rank correlation %s",
        100 * meanAbsoluteError(values),
        100 * worst.error(),
        worst.name(),
        Formats.finite("%.3f", rankCorrelation(values)));
  }

  /** Returns the geometric mean of ours over theirs; NaN for an empty list. */
  public static double geometricMeanRatio(List<Pair> pairs) {
    return Math.exp(
        pairs.stream()
            .mapToDouble(p -> Math.log(p.ours() / p.theirs()))
            .average()
            .orElse(Double.NaN));
  }
}
