package org.polyphony.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What came of the jobs of a host experiment under one scheduler.
 *
 * @param id of its experiment in a sweep; empty outside of one
 * @param setting what sets its experiment apart from the others of a sweep: the values of its axes
 *     but that of schedulers; empty when there is no other axis
 * @param run the run, as {@code host-summary.json} has it
 */
public record HostRecord(String id, String setting, JsonNode run, DisplayNames shown) {
  private static final String SCHEDULERS = "schedulers";

  /** Returns the runs of a summary, or of a line of a sweep, which also has {@code axes}. */
  static List<HostRecord> of(JsonNode summary, DisplayNames shown) {
    String id = summary.path("run").asText();
    String setting = setting(summary, shown);
    Stream<JsonNode> runs = summary.path("runs").valueStream();
    return runs.map(run -> new HostRecord(id, setting, run, shown)).toList();
  }

  /**
   * Returns what sets a line of a sweep apart: the values of its axes but those of the schedulers,
   * which are shown side by side. A name speaks for itself; a number does with its key.
   */
  public static String setting(JsonNode summary, DisplayNames shown) {
    Axes axes = new Axes(summary.path("axes"), shown);
    return axes.paths().stream()
        .filter(path -> !path.startsWith(SCHEDULERS))
        .map(
            path ->
                axes.values().path(path).isTextual()
                    ? shown.of(axes.values().path(path).asText())
                    : axes.word(path))
        .collect(Collectors.joining(", "));
  }

  /** Returns the id of the scheduler, as it is shown. */
  public String scheduler() {
    return shown.of(run.path("run").asText());
  }

  /** Returns the time from 0 to the end of the last job, in seconds. */
  public double makespanSeconds() {
    return number("makespanSeconds");
  }

  /** Returns the mean time from the submission of a finished job to its end, in seconds. */
  public double turnaroundSeconds() {
    return number("meanTurnaroundSeconds");
  }

  /** Returns the jobs that finished in a second of the makespan. */
  public double jobsPerSecond() {
    return run.at("/outcomes/finished").asDouble() / makespanSeconds();
  }

  /** Returns a number of the run by its name; not a number when there is none. */
  public double number(String key) {
    return RunRecord.number(run.path(key));
  }
}
