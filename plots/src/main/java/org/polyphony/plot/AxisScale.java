package org.polyphony.plot;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.Tick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.Range;
import org.polyphony.results.DisplayNames;

/**
 * The rule for the scales of all charts. Bars start at 0, shares run from 0 to 100%, time is
 * linear. Measured values start at 0 where that leaves at most a third of the axis empty, and are
 * logarithmic from a factor of 100 on, latencies from a factor of 10 on. Values that a config sets
 * are logarithmic from a factor of 8 on, with ticks at the values. Two axes that a diagonal
 * compares are alike.
 */
final class AxisScale {
  private static final double MOST_EMPTY = 1 / 3.0; // of an axis that starts at 0
  private static final double WIDE = 100; // factor between measured values
  private static final double WIDE_LATENCIES = 10; // the same for latencies
  private static final double LEAST_RANGE = 0.02; // of a flat line: what differs less is none

  private static final double POWERS_MARGIN = 1.15; // factor beyond the data

  private AxisScale() {}

  /** Returns whether an axis of measured values starts at 0, or ends there. */
  static boolean startsAtZero(Range data) {
    double low = Math.min(Math.abs(data.getLowerBound()), Math.abs(data.getUpperBound()));
    double high = Math.max(Math.abs(data.getLowerBound()), Math.abs(data.getUpperBound()));
    return data.contains(0) || low <= MOST_EMPTY * high;
  }

  static boolean isLogarithmic(Range data) {
    return data.getLowerBound() > 0 && data.getUpperBound() >= WIDE * data.getLowerBound();
  }

  /**
   * Returns an axis of measured values.
   *
   * @param data all that it shows; null for nothing
   */
  static NumberAxis measured(String label, Range data) {
    if (data != null && isLogarithmic(data)) {
      LogarithmicAxis powers = new LogarithmicAxis(label);
      powers.setNumberFormatOverride(
          new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)));
      return Style.axis(powers);
    }
    NumberAxis axis = Style.numbers(label);
    axis.setAutoRangeIncludesZero(data == null || startsAtZero(data));
    axis.setAutoRangeMinimumSize(LEAST_RANGE);
    return axis;
  }

  /** Returns an axis of latencies that shows a range above 0. */
  static NumberAxis latencies(String label, Range data) {
    double low = data.getLowerBound();
    double high = data.getUpperBound();
    if (high >= WIDE_LATENCIES * low) {
      NumberAxis powers = Style.axis(new Logarithmic(label));
      powers.setRange(low / POWERS_MARGIN, high * POWERS_MARGIN);
      return powers;
    }
    NumberAxis axis = Style.numbers(label);
    fit(axis, data, axis.getUpperMargin());
    return axis;
  }

  /**
   * Gives an axis of measured values a range that holds more than the values of its own plot.
   *
   * @param room above the data, of their range
   */
  static void fit(NumberAxis axis, Range data, double room) {
    double low = data.getLowerBound();
    double high = data.getUpperBound();
    if (isLogarithmic(data)) {
      axis.setRange(low / 1.2, high * Math.pow(high / low, room));
      return;
    }
    double from = startsAtZero(data) ? Math.min(0, low) : low;
    double to = startsAtZero(data) ? Math.max(0, high) : high;
    double length = Math.max(LEAST_RANGE, to - from);
    axis.setRange(
        from == 0 ? 0 : from - axis.getLowerMargin() * length,
        Math.max(to, from + LEAST_RANGE) + room * length);
  }

  /** A logarithmic axis with labels at 1, 2 and 5 times powers of ten; of many, at the powers. */
  private static final class Logarithmic extends LogarithmicAxis {
    private static final long serialVersionUID = 1L;
    private static final int[] STEPS = {1, 2, 5};
    private static final double MOST = 1000; // factor with labels between the powers

    Logarithmic(String label) {
      super(label);
    }

    @Override
    public List<Tick> refreshTicks(
        Graphics2D g, AxisState state, Rectangle2D area, RectangleEdge edge) {
      boolean isBelow = RectangleEdge.isTopOrBottom(edge);
      TextAnchor anchor = isBelow ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT;
      boolean isLong = getUpperBound() > MOST * getLowerBound();
      List<Tick> ticks = new ArrayList<>();
      int exponent = (int) Math.floor(Math.log10(getLowerBound()));
      for (; Math.pow(10, exponent) <= getUpperBound(); exponent++) {
        for (int step : STEPS) {
          double value = new BigDecimal(step).movePointRight(exponent).doubleValue();
          if (getRange().contains(value) && (step == 1 || !isLong)) {
            ticks.add(new NumberTick(value, DisplayNames.plain(value), anchor, anchor, 0));
          }
        }
      }
      return ticks;
    }
  }

  /** An axis of values that a config sets; ticks are at these, as far as there is room. */
  static final class OfSetValues extends NumberAxis {
    private static final long serialVersionUID = 1L;
    private static final double WIDE = 8; // factor between the largest and the smallest
    private static final double MARGIN = 0.05; // of the axis, at each end
    private static final double MARGIN_OF_LINE = 0.006; // of the axis, per line
    private static final double GAP = 4; // between labels, in points

    private final transient List<Double> values;
    private final transient DoubleFunction<String> words;

    /**
     * Makes one.
     *
     * @param values one or more, ascending
     * @param lines number of points drawn side by side at a value
     * @param words what stands at the tick of a value
     */
    OfSetValues(String label, List<Double> values, int lines, DoubleFunction<String> words) {
      super(label);
      this.values = values;
      this.words = words;
      double length = values.size() == 1 ? 1 : last() - first();
      double margin = length * (MARGIN + MARGIN_OF_LINE * lines);
      setRange(first() - margin, last() + margin);
      Style.axis(this);
    }

    private double first() {
      return place(values.get(0));
    }

    private double last() {
      return place(values.get(values.size() - 1));
    }

    /** Returns where a value lies: on a logarithmic axis equal steps are equal factors. */
    double place(double value) {
      double first = values.get(0);
      boolean isWide = first > 0 && values.get(values.size() - 1) >= WIDE * first;
      return isWide ? Math.log(value) / Math.log(2) : value;
    }

    /** Returns the least distance of two values over that of the outermost ones. */
    double leastGap() {
      double least = 1;
      for (int i = 1; i < values.size(); i++) {
        double gap = place(values.get(i)) - place(values.get(i - 1));
        least = Math.min(least, gap / (last() - first()));
      }
      return least;
    }

    @Override
    public List<Tick> refreshTicks(
        Graphics2D g, AxisState state, Rectangle2D area, RectangleEdge edge) {
      List<Tick> ticks = new ArrayList<>();
      double free = Double.NEGATIVE_INFINITY;
      for (double value : values) {
        String text = words.apply(value);
        double half = g.getFontMetrics(Style.TICK_FONT).stringWidth(text) / 2.0;
        double at = valueToJava2D(place(value), area, edge);
        if (at - half >= free) {
          ticks.add(
              new NumberTick(place(value), text, TextAnchor.TOP_CENTER, TextAnchor.TOP_CENTER, 0));
          free = at + half + GAP;
        }
      }
      return ticks;
    }
  }
}
