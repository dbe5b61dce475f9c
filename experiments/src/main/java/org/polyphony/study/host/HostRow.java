package org.polyphony.study.host;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.Utilisation;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.text.Formats;

/**
 * A number of a paper beside the one that host experiments give.
 *
 * @param what it is, with its unit
 * @param isPart true for a part of a whole, 0 to 1, shown in percent, with differences in points;
 *     false for a quantity or a ratio, whose differences are relative
 * @param paper the paper's; not a number where it states none
 * @param over what ours is over the estimates that it rests on
 */
public record HostRow(String what, boolean isPart, double paper, double measured, Range over) {
  private static final double PERCENT = 100;
  private static final double NEAR = 0.1;
  private static final double NEAR_PART = 0.05; // of a whole
  private static final double NEAR_OF_PART = 0.5;

  /**
   * The least and the most of a number; neither where it rests on no estimate.
   *
   * @param least not a number for neither
   * @param most not a number for neither
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

  /** A row of a part of a whole. */
  public static HostRow part(String what, double paper, double measured) {
    return new HostRow(what, true, paper, measured, Range.NONE);
  }

  /** A row without a number of the paper. */
  public static HostRow only(String what, double measured) {
    return new HostRow(what, Double.NaN, measured);
  }

  /**
   * Rows of a run's makespan and its mean use of the GPU and of device memory.
   *
   * @param paper the numbers of the paper, seconds and percent; empty without any
   */
  public static List<HostRow> timeAndUse(String what, List<Double> paper, HostOutcome outcome) {
    double seconds = paper.isEmpty() ? Double.NaN : paper.get(0);
    List<HostRow> rows = new ArrayList<>(List.of(time(what, seconds, outcome)));
    rows.addAll(use(what, paper.isEmpty() ? paper : paper.subList(1, paper.size()), outcome));
    return rows;
  }

  public static HostRow time(String what, double paper, HostOutcome outcome) {
    return new HostRow(what + ", s", paper, outcome.makespanSeconds());
  }

  /** Rows of the mean use of the GPU and of device memory; the paper's percent of each, or none. */
  public static List<HostRow> use(String what, List<Double> paper, HostOutcome outcome) {
    double gpu = paper.isEmpty() ? Double.NaN : paper.get(0);
    double memory = paper.isEmpty() ? Double.NaN : paper.get(1);
    return List.of(
        new HostRow(what + ", GPU %", gpu, PERCENT * outcome.mean(Utilisation.GPU)),
        new HostRow(what + ", memory %", memory, PERCENT * outcome.mean(Utilisation.MEMORY)));
  }

  /** Returns the paper's number as text, a dash without one. */
  String paperText() {
    return Double.isNaN(paper) ? "-" : text(paper);
  }

  String measuredText() {
    return text(measured);
  }

  /** Returns how much larger ours is; a dash without a number of the paper. */
  String difference() {
    return isPart
        ? Formats.points(measured - paper)
        : Formats.percent("%+.1f%%", measured / paper - 1);
  }

  /** Returns the range over the estimates as text, a dash where it rests on none. */
  String rangeText() {
    return over.isKnown() ? text(over.least) + " to " + text(over.most) : "-";
  }

  /**
   * Returns {@code near} or {@code far}, by our choice of 10%, of parts of a whole 5 points and
   * half of the part; the exemption where there is one; empty without a number of the paper.
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
