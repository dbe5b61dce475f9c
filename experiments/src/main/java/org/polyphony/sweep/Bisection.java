package org.polyphony.sweep;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.Optional;

/**
 * A search for the last value of a range that keeps a bound. It assumes that every value before the
 * last one keeps it and none after does. Which value is tested next depends only on what earlier
 * values gave, so that a search that is repeated tests the same ones.
 *
 * @param first end at which the bound is expected to hold, above 0
 * @param last the other end, above 0; may be below {@code first}
 * @param tolerance a search ends when the larger of two values, one that keeps the bound and one
 *     that does not, exceeds the other one by at most this share
 * @param isWhole whether values are integers
 */
record Bisection(double first, double last, double tolerance, boolean isWhole) {
  private static final MathContext DIGITS = new MathContext(6); // of a value
  private static final double ROUNDING = 1e-5; // what they change at most

  /**
   * How far a search is.
   *
   * @param next value to test; empty at the end
   * @param kept last value known to keep the bound; empty when none is
   * @param failed first value known not to; empty when none is
   */
  record Step(Optional<Double> next, Optional<Double> kept, Optional<Double> failed) {
    private static Step test(double value, Optional<Double> kept, Optional<Double> failed) {
      return new Step(Optional.of(value), kept, failed);
    }
  }

  /**
   * Returns the next step: first both ends are tested, then the middle of the last value that keeps
   * the bound and the first that does not.
   *
   * @param holds whether each tested value keeps the bound
   */
  Step step(Map<Double, Boolean> holds) {
    if (!holds.containsKey(first)) {
      return Step.test(first, Optional.empty(), Optional.empty());
    }
    if (!holds.get(first)) {
      return new Step(Optional.empty(), Optional.empty(), Optional.of(first));
    }
    if (!holds.containsKey(last)) {
      return Step.test(last, Optional.of(first), Optional.empty());
    }
    if (holds.get(last)) {
      return new Step(Optional.empty(), Optional.of(last), Optional.empty());
    }
    double kept = first;
    double failed = last;
    while (!isClose(kept, failed)) {
      double middle = middle(kept, failed);
      if (!holds.containsKey(middle)) {
        return Step.test(middle, Optional.of(kept), Optional.of(failed));
      }
      if (holds.get(middle)) {
        kept = middle;
      } else {
        failed = middle;
      }
    }
    return new Step(Optional.empty(), Optional.of(kept), Optional.of(failed));
  }

  private boolean isClose(double kept, double failed) {
    double ratio = Math.max(kept, failed) / Math.min(kept, failed);
    double middle = middle(kept, failed);
    return ratio <= (1 + tolerance) * (1 + ROUNDING) || middle == kept || middle == failed;
  }

  /** Returns the geometric mean, which halves the ratio of two values. */
  private double middle(double a, double b) {
    double mean = Math.sqrt(a) * Math.sqrt(b);
    return isWhole ? Math.rint(mean) : new BigDecimal(mean).round(DIGITS).doubleValue();
  }

  /** Returns how many values a search tests at most, both ends included. */
  int mostTests() {
    double ratio = Math.max(first, last) / Math.min(first, last);
    double halvings = Math.log(Math.log(ratio) / Math.log1p(tolerance)) / Math.log(2);
    return 2 + Math.max(0, (int) Math.ceil(halvings)) + (isWhole ? 1 : 0);
  }
}
