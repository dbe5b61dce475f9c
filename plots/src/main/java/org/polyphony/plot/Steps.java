package org.polyphony.plot;

import java.math.BigDecimal;
import java.text.NumberFormat;
import java.util.Locale;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.TickUnits;

/**
 * Steps between the ticks of an axis: 1, 2 and 5 times powers of ten. All labels of an axis have as
 * many decimals as its step.
 */
final class Steps {
  private static final int MOST_DIGITS = 15;

  /** All steps. */
  static final TickUnits ALL = from(-6);

  /** Steps of whole numbers. */
  static final TickUnits WHOLE = from(0);

  private Steps() {}

  private static TickUnits from(int leastExponent) {
    TickUnits steps = new TickUnits();
    for (int exponent = leastExponent; exponent < MOST_DIGITS; exponent++) {
      for (int digit : new int[] {1, 2, 5}) {
        NumberFormat format = NumberFormat.getNumberInstance(Locale.ROOT);
        format.setMinimumFractionDigits(Math.max(0, -exponent));
        format.setMaximumFractionDigits(Math.max(0, -exponent));
        steps.add(
            new NumberTickUnit(
                new BigDecimal(digit).movePointRight(exponent).doubleValue(), format));
      }
    }
    return steps;
  }

  /** Returns the smallest step that gives at most this many to a range. */
  static NumberTickUnit of(double range, int most) {
    return (NumberTickUnit) ALL.getCeilingTickUnit(range / most);
  }
}
