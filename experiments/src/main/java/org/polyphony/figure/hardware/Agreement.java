package org.polyphony.figure.hardware;

import static org.polyphony.text.Formats.text;

import java.util.List;
import org.polyphony.figure.ErrorStatistics;
import org.polyphony.figure.ErrorStatistics.Pair;

/** How well values of our device agree with measured ones, in a line. */
final class Agreement {
  private Agreement() {}

  /**
   * Returns mean and worst error and the rank correlation.
   *
   * @param what the values are
   * @param values at least one
   */
  static String line(String what, List<Pair> values) {
    Pair worst = ErrorStatistics.worst(values);
    return text(
        "%s: mean absolute error %.1f%%, worst %+.1f%% (%s), rank correlation %.3f",
        what,
        100 * ErrorStatistics.meanAbsoluteError(values),
        100 * worst.error(),
        worst.name(),
        ErrorStatistics.rankCorrelation(values));
  }
}
