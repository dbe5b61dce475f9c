package org.polyphony.study.engine;

import java.util.stream.DoubleStream;
import org.polyphony.study.Verdict;

/**
 * A number with its 95% interval.
 *
 * @param low lower end; the number itself where it is exact
 * @param high upper end
 */
record Estimate(double value, double low, double high) {
  static Estimate exact(double value) {
    return new Estimate(value, value, value);
  }

  /** Returns an estimate that may have no interval: then nothing is known of its ends. */
  static Estimate of(double value, double low, double high) {
    return Double.isFinite(low)
        ? new Estimate(value, low, high)
        : new Estimate(value, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  /** Combines two numbers whose errors may be related in any way: the interval is the widest. */
  Estimate combined(String operator, Estimate other) {
    double[] ends =
        DoubleStream.of(low, high)
            .flatMap(
                a -> DoubleStream.of(other.low, other.high).map(b -> Formula.apply(a, operator, b)))
            .sorted()
            .toArray();
    boolean isBounded = DoubleStream.of(ends).allMatch(Double::isFinite);
    return of(
        Formula.apply(value, operator, other.value), isBounded ? ends[0] : Double.NaN, ends[3]);
  }

  /** Compares two numbers: sure if the comparison comes out the same all over their intervals. */
  Verdict compared(String operator, Estimate other) {
    boolean holds = Condition.holds(value, operator, other.value);
    boolean isSure =
        (low == high && other.low == other.high) || high < other.low || other.high < low;
    return Verdict.of(holds, isSure);
  }
}
