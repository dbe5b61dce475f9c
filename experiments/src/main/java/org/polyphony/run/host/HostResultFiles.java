package org.polyphony.run.host;

import static org.polyphony.text.Formats.seconds;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.config.HostExperiment;
import org.polyphony.host.JobResult;
import org.polyphony.host.time.StepSeries;
import org.polyphony.run.Provenance;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;
import org.polyphony.text.Table;

/**
 * Writes what a host experiment has given; the summary last, so that it vouches for the rest. Times
 * in the tables are exact, so that what follows one another does so there too.
 */
public final class HostResultFiles {
  /** One row per run and job. */
  private static final Table<Job> JOBS =
      new Table<Job>("jobs.csv")
          .text("run", Job::run)
          .text("job", j -> j.of.id())
          .text("application", j -> j.of.application())
          .text("outcome", j -> HostSummary.word(j.of))
          .text("device", j -> j.of.device())
          .text("arrival_s", j -> seconds(j.of.arrivalNanos()))
          .text("start_s", j -> seconds(j.of.startNanos()))
          .text("end_s", j -> seconds(j.of.endNanos()))
          .text("wait_s", j -> seconds(j.of.waitedNanos()))
          .text("kernel_s", j -> seconds(j.of.kernelNanos()));

  /** One row per run, job and interval: what the job did. */
  private static final Table<Activity> ACTIVITIES =
      new Table<Activity>("activities.csv")
          .text("run", Activity::run)
          .text("job", a -> a.of.id())
          .text("application", a -> a.of.application())
          .text("activity", a -> a.interval.activity().name().toLowerCase(Locale.ROOT))
          .text("start_s", a -> seconds(a.interval.startNanos()))
          .text("end_s", a -> seconds(a.interval.endNanos()));

  /** One row per run and window: means of each series, which depend on the machine, 0 to 1. */
  private static final Table<Window> UTILISATION =
      new Table<Window>("utilisation.csv")
          .text("run", Window::run)
          .text("start_s", w -> seconds(w.start))
          .text("end_s", w -> seconds(w.end));

  /** The tables among them. */
  public static final List<Table<?>> TABLES = List.of(JOBS, ACTIVITIES, UTILISATION);

  private HostResultFiles() {}

  private record Job(String run, JobResult of) {}

  private record Activity(String run, JobResult of, ActivityLog.Interval interval) {}

  /** The means of all series in a window; times in nanoseconds. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Window(String run, long start, long end, double[] means) {}

  /**
   * Writes all files.
   *
   * @param folder where to
   * @param experiment what was run
   * @param results of its schedulers
   * @param provenance what made them
   */
  public static void write(
      OutputFolder folder, HostExperiment experiment, HostResults results, Provenance provenance) {
    List<HostOutcome> outcomes = results.outcomes();
    writeUtilisation(folder, outcomes);
    ACTIVITIES.write(folder, outcomes.stream().flatMap(HostResultFiles::activities));
    JOBS.write(
        folder,
        outcomes.stream().flatMap(o -> o.jobs().stream().map(job -> new Job(o.run(), job))));
    AtomicFile.write(
        folder.file("host-summary.json"),
        Json.text(HostSummary.of(experiment, results, provenance)));
  }

  private static Stream<Activity> activities(HostOutcome outcome) {
    return outcome.activities().stream()
        .map(interval -> new Activity(outcome.run(), outcome.jobs().get(interval.job()), interval));
  }

  private static void writeUtilisation(OutputFolder folder, List<HostOutcome> outcomes) {
    List<String> names = outcomes.isEmpty() ? List.of() : outcomes.get(0).utilisation().names();
    Table<Window> table = UTILISATION;
    for (int s = 0; s < names.size(); s++) {
      int of = s;
      table =
          table.text(
              names.get(s), window -> Math.abs(window.means[of]) < 1e-12 ? 0.0 : window.means[of]);
    }
    table.write(folder, outcomes.stream().flatMap(outcome -> windows(outcome, names.size())));
  }

  private static Stream<Window> windows(HostOutcome outcome, int count) {
    StepSeries series = outcome.utilisation().series();
    double[][] means = new double[count][];
    for (int s = 0; s < count; s++) {
      means[s] = series.means(s, outcome.endNanos());
    }
    return IntStream.range(0, means[0].length)
        .mapToObj(
            w ->
                new Window(
                    outcome.run(),
                    w * series.window(),
                    Math.min((w + 1) * series.window(), outcome.endNanos()),
                    Stream.of(means).mapToDouble(mean -> mean[w]).toArray()));
  }
}
