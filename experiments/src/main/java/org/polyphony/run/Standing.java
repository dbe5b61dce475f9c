package org.polyphony.run;

import static org.polyphony.text.Formats.duration;
import static org.polyphony.text.Formats.text;

/**
 * How far many runs are, and how long they will still take.
 *
 * @param ended runs that have ended well, now or earlier
 * @param failed runs that have failed
 * @param runs all of them
 * @param share of the time of all runs that those ended took, and those under way so far; 0 to 1
 * @param secondsGone wall-clock seconds since the first of them began now
 * @param secondsLeft wall-clock seconds until the last of them ends; not a number when none has
 *     ended
 * @param known ended runs that the last is estimated from
 */
public record Standing(
    int ended,
    int failed,
    int runs,
    double share,
    double secondsGone,
    double secondsLeft,
    int known) {
  public String count() {
    return ended + " of " + runs + " runs" + (failed > 0 ? ", " + failed + " failed" : "");
  }

  public String words() {
    String left =
        ended + failed == runs
            ? ""
            : String.format(", about %s left (from %d runs)", duration(secondsLeft), known);
    return text(
        "%s, %.1f%%; %s gone%s",
        count(), 100 * share, duration(secondsGone), Double.isNaN(secondsLeft) ? "" : left);
  }
}
