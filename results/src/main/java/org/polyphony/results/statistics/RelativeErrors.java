package org.polyphony.results.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.polyphony.results.table.Formats;

/** Simulated values, above 0, and how far they are from others. */
public record RelativeErrors(List<Compared> values) {
  /** A simulated value, its reference, and its place. */
  public record Compared(String name, double ours, double theirs) {
    double error() {
      return ours / theirs - 1;
    }

    double absolute() {
      return Math.abs(error());
    }
  }

  /** Returns the mean absolute relative error; not a number without values. */
  public double mean() {
    return StatUtils.mean(column(Compared::absolute));
  }

  /** Returns Spearman's rank correlation; not a number for fewer than two values. */
  public double rankCorrelation() {
    return values.size() < 2
        ? Double.NaN
        : new SpearmansCorrelation().correlation(column(Compared::ours), column(Compared::theirs));
  }

  private double[] column(ToDoubleFunction<Compared> of) {
    return values.stream().mapToDouble(of).toArray();
  }

  /**
   * Returns mean, median, signed mean and worst error and the rank correlation; a dash without
   * values.
   */
  public String text() {
    return values.stream()
        .max(Comparator.comparingDouble(Compared::absolute))
        .map(
            worst ->
                Formats.text(
                    "mean absolute error %.1f%% (median %.1f%%), bias %+.1f%% (%d of %d too low),"
                        + " worst %+.1f%% (%s), rank correlation %s",
                    100 * mean(),
                    100 * StatUtils.percentile(column(Compared::absolute), 50),
                    100 * StatUtils.mean(column(Compared::error)),
                    values.stream().filter(value -> value.error() < 0).count(),
                    values.size(),
                    100 * worst.error(),
                    worst.name(),
                    Formats.finite("%.3f", rankCorrelation())))
        .orElse("-");
  }
}
