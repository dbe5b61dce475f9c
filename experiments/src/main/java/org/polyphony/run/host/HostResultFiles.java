package org.polyphony.run.host;

import static org.polyphony.results.table.Formats.seconds;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.config.HostExperiment;
import org.polyphony.host.JobResult;
import org.polyphony.host.time.StepSeries;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Table;

/**
 * Writes the results of a host experiment; the summary last, so that it exists only if the rest
 * does. Times in the tables are exact, so that what follows one another does so there too.
 */
public final class HostResultFiles {
  /** One row per run and job. */
  private static final Table<Job> JOBS =
      new Table<Job>(ResultFile.JOBS)
          .text(ResultColumn.RUN, Job::run)
          .text(ResultColumn.JOB, j -> j.of.id())
          .text(ResultColumn.APPLICATION, j -> j.of.application())
          .text(ResultColumn.OUTCOME, j -> HostSummary.word(j.of))
          .text(ResultColumn.DEVICE, j -> j.of.device())
          .text(ResultColumn.ARRIVAL_S, j -> seconds(j.of.arrivalNanos()))
          .text(ResultColumn.START_S, j -> seconds(j.of.startNanos()))
          .text(ResultColumn.END_S, j -> seconds(j.of.endNanos()))
          .text(ResultColumn.WAIT_S, j -> seconds(j.of.waitedNanos()))
          .text(ResultColumn.KERNEL_S, j -> seconds(j.of.kernelNanos()));

  /** One row per run, job and interval: what the job did. */
  private static final Table<Activity> ACTIVITIES =
      new Table<Activity>(ResultFile.ACTIVITIES)
          .text(ResultColumn.RUN, Activity::run)
          .text(ResultColumn.JOB, a -> a.of.id())
          .text(ResultColumn.APPLICATION, a -> a.of.application())
          .text(ResultColumn.ACTIVITY, a -> a.interval.activity().name().toLowerCase(Locale.ROOT))
          .text(ResultColumn.START_S, a -> seconds(a.interval.startNanos()))
          .text(ResultColumn.END_S, a -> seconds(a.interval.endNanos()));

  /** One row per run and window: means of each series, which depend on the machine, 0 to 1. */
  private static final Table<Window> UTILISATION =
      new Table<Window>(ResultFile.UTILISATION)
          .text(ResultColumn.RUN, Window::run)
          .text(ResultColumn.START_S, w -> seconds(w.start))
          .text(ResultColumn.END_S, w -> seconds(w.end));

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
    write(folder, results.outcomes());
    AtomicFile.write(folder.file(ResultFile.CONFIG.file()), Json.text(experiment.file()));
    AtomicFile.write(
        folder.file(ResultFile.HOST_SUMMARY.file()),
        Json.text(HostSummary.of(experiment, results, provenance)));
  }

  private static void write(OutputFolder folder, List<HostOutcome> outcomes) {
    writeUtilisation(folder, outcomes);
    ACTIVITIES.write(folder, outcomes.stream().flatMap(HostResultFiles::activities));
    JOBS.write(
        folder,
        outcomes.stream().flatMap(o -> o.jobs().stream().map(job -> new Job(o.run(), job))));
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
