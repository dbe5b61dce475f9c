package org.polyphony.study.host;

import java.util.List;
import org.polyphony.results.table.Formats;

/**
 * A published number and the one measured in host experiments.
 *
 * @param what it is, with its unit
 * @param isPart true for a fraction, 0 to 1, shown in percent with differences in points; false for
 *     a quantity or ratio, whose differences are relative
 * @param paper the published number; NaN if there is none
 * @param over range of ours over the estimates it depends on
 */
public record HostRow(String what, boolean isPart, double paper, double measured, Range over) {
  private static final double PERCENT = 100;
  private static final double NEAR = 0.1;
  private static final double NEAR_PART = 0.05; // for fractions
  private static final double NEAR_OF_PART = 0.5;

  /**
   * The minimum and maximum of a number; both NaN if it depends on no estimate.
   *
   * @param least minimum, or NaN
   * @param most maximum, or NaN
   */
  public record Range(double least, double most) {
    static final Range NONE = new Range(Double.NaN, Double.NaN);

    boolean isKnown() {
      return !Double.isNaN(least);
    }

    Range with(double value) {
      return isKnown()
          ? new Range(Math.min(least, value), Math.max(most, value))
          : new Range(value, value);
    }
  }

  public HostRow(String what, double paper, double measured) {
    this(what, false, paper, measured, Range.NONE);
  }

  /** Creates a row of a fraction. */
  public static HostRow part(String what, double paper, double measured) {
    return new HostRow(what, true, paper, measured, Range.NONE);
  }

  /** Creates a row without a published number. */
  public static HostRow only(String what, double measured) {
    return new HostRow(what, Double.NaN, measured);
  }

  /** Formats the published number, a dash if there is none. */
  String paperText() {
    return Double.isNaN(paper) ? "-" : text(paper);
  }

  String measuredText() {
    return text(measured);
  }

  /** Formats the difference from the published number; a dash if there is none. */
  String difference() {
    return isPart
        ? Formats.points(measured - paper)
        : Formats.percent("%+.1f%%", measured / paper - 1);
  }

  /** Formats the range over the estimates, a dash if it depends on none. */
  String rangeText() {
    return over.isKnown() ? text(over.least) + " to " + text(over.most) : "-";
  }

  /**
   * Returns {@code near} or {@code far}, by our threshold of 10% (for fractions, 5 points and half
   * of the fraction); the exemption if there is one; empty without a published number.
   */
  String agreement(String exemption) {
    if (Double.isNaN(paper)) {
      return "";
    }
    double allowed =
        isPart ? Math.min(NEAR_PART, NEAR_OF_PART * Math.abs(paper)) : NEAR * Math.abs(paper);
    String found = Math.abs(measured - paper) <= allowed ? "near" : "far";
    return exemption.isEmpty() ? found : exemption;
  }

  public HostRow named(String other) {
    return new HostRow(other, isPart, paper, measured, over);
  }

  HostRow overEstimates(List<Double> values) {
    Range range = Range.NONE;
    for (double value : values) {
      range = (range.isKnown() ? range : range.with(measured)).with(value);
    }
    return new HostRow(what, isPart, paper, measured, range);
  }

  private String text(double value) {
    if (isPart) {
      return Formats.percent("%.1f%%", value);
    }
    return Formats.text(Math.abs(value) < PERCENT ? "%.2f" : "%.1f", value);
  }
}
