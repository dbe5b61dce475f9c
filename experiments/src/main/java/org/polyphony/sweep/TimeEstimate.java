package org.polyphony.sweep;

import static org.polyphony.results.table.Formats.duration;
import static org.polyphony.results.table.Formats.text;

import java.util.List;
import java.util.OptionalDouble;

/** How long the runs of a list take, as far as those of them tell that have ended before. */
public final class TimeEstimate {
  private static final double START_SECONDS = 3; // of the program, until its code is compiled

  private final Pace pace = new Pace();
  private double factor = 1;

  /**
   * Adds a run.
   *
   * @param kinds of the run, from the particular to the general
   * @param seconds that it took; empty if it has not ended
   */
  public void add(List<String> kinds, OptionalDouble seconds) {
    if (seconds.isPresent()) {
      pace.end(kinds, seconds.getAsDouble());
    } else {
      pace.add(kinds);
    }
  }

  /** Takes what was added for a sample of so many times as much. */
  public void scale(double times) {
    factor *= times;
  }

  /** Returns the time on some threads in seconds; empty when no run tells that of another. */
  public OptionalDouble seconds(int threads) {
    double seconds = pace.secondsLeft(threads, List.of());
    return Double.isNaN(seconds) ? OptionalDouble.empty() : OptionalDouble.of(factor * seconds);
  }

  /**
   * Returns the time in words, or that nothing tells it.
   *
   * @param jobs runs in parallel; more than there are processors take as long
   */
  public String words(int jobs) {
    OptionalDouble seconds = seconds(Math.min(jobs, Runtime.getRuntime().availableProcessors()));
    if (seconds.isEmpty()) {
      return "no estimate: none of these runs has ended here yet";
    }
    String time = duration(START_SECONDS + seconds.getAsDouble());
    return text("about %s on %d thread%s", time, jobs, jobs == 1 ? "" : "s");
  }
}
