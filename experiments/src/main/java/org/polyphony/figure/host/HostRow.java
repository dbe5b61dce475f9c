package org.polyphony.figure.host;

import java.util.Locale;
import org.polyphony.host.Utilisation;
import org.polyphony.run.host.HostOutcome;

/**
 * A number of a paper beside the one that host experiments give.
 *
 * @param what it is, with its unit
 * @param kind how it is shown and compared
 * @param paper the paper's; not a number where it states none
 * @param measured ours
 */
record HostRow(String what, Kind kind, double paper, double measured) {
  private static final double PERCENT = 100;

  /** What a number is. */
  enum Kind {
    /** A quantity or a ratio; differences are relative. */
    QUANTITY,
    /** A part of a whole, 0 to 1, shown in percent; differences are in points. */
    PART
  }

  /** A row of a quantity. */
  HostRow(String what, double paper, double measured) {
    this(what, Kind.QUANTITY, paper, measured);
  }

  /** A row of a part of a whole. */
  static HostRow part(String what, double paper, double measured) {
    return new HostRow(what, Kind.PART, paper, measured);
  }

  /** A row without a number of the paper. */
  static HostRow only(String what, double measured) {
    return new HostRow(what, Double.NaN, measured);
  }

  /** A row of a run's makespan. */
  static HostRow time(String what, double paper, HostOutcome outcome) {
    return new HostRow(what + ", s", paper, outcome.makespanSeconds());
  }

  /** A row of the mean use of the GPU. */
  static HostRow gpu(String what, double paper, HostOutcome outcome) {
    return new HostRow(what + ", GPU %", paper, PERCENT * outcome.mean(Utilisation.GPU));
  }

  /** A row of the mean use of device memory. */
  static HostRow memory(String what, double paper, HostOutcome outcome) {
    return new HostRow(what + ", memory %", paper, PERCENT * outcome.mean(Utilisation.MEMORY));
  }

  /** Returns the paper's number as text, a dash without one. */
  String paperText() {
    return Double.isNaN(paper) ? "-" : text(paper);
  }

  /** Returns our number as text. */
  String measuredText() {
    return text(measured);
  }

  /** Returns how much larger ours is; a dash without a number of the paper. */
  String difference() {
    if (Double.isNaN(paper)) {
      return "-";
    }
    return kind == Kind.PART
        ? String.format(Locale.ROOT, "%+.1f points", PERCENT * (measured - paper))
        : String.format(Locale.ROOT, "%+.1f%%", PERCENT * (measured / paper - 1));
  }

  private String text(double value) {
    if (kind == Kind.PART) {
      return String.format(Locale.ROOT, "%.1f%%", PERCENT * value);
    }
    return String.format(Locale.ROOT, Math.abs(value) < PERCENT ? "%.2f" : "%.1f", value);
  }
}
