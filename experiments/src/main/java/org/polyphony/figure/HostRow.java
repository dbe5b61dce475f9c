package org.polyphony.figure;

import java.util.Locale;
import org.polyphony.host.Utilisation;
import org.polyphony.run.host.HostOutcome;

/**
 * A number of a paper beside the one that a host experiment gives.
 *
 * @param what it is, with its unit
 * @param paper the paper's; not a number where it states none
 * @param measured ours
 */
record HostRow(String what, double paper, double measured) {
  private static final double PERCENT = 100;

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
    return Double.isNaN(paper) ? "-" : number(paper);
  }

  /** Returns our number as text. */
  String measuredText() {
    return number(measured);
  }

  /** Returns how much larger ours is, in percent; a dash without a number of the paper. */
  String difference() {
    return Double.isNaN(paper)
        ? "-"
        : String.format(Locale.ROOT, "%+.1f%%", PERCENT * (measured / paper - 1));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < PERCENT ? "%.2f" : "%.1f", value);
  }
}
