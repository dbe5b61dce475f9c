package org.polyphony.run.host;

import static org.polyphony.results.table.Formats.seconds;

import java.util.ArrayList;
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
import org.polyphony.results.table.GroupMean;
import org.polyphony.results.table.Table;

/**
 * Writes what a host experiment has given; the summary last, so that it vouches for the rest. Times
 * in the tables are exact, so that what follows one another does so there too.
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

  /** One row per replay. */
  private static final Table<PlacementRecord> RUNS =
      new Table<PlacementRecord>(ResultFile.CLUSTER_RUNS)
          .text("policy", r -> r.key().policy())
          .text("load", r -> r.key().load())
          .text("seed", r -> r.key().seed())
          .text("jobs", PlacementRecord::jobs)
          .text("mean_wait_s", PlacementRecord::meanWaitSeconds)
          .text("p95_wait_s", PlacementRecord::p95WaitSeconds)
          .text("waited", PlacementRecord::waited)
          .text("last_end_s", PlacementRecord::lastEndSeconds)
          .text("allocated", PlacementRecord::allocated)
          .text("fragments", PlacementRecord::fragments)
          .text("fragmentation_rate", PlacementRecord::fragmentationRate)
          .text("waiting", PlacementRecord::waiting);

  /** One row per replay and window. */
  private static final Table<PlacementRecord.Window> WINDOWS =
      new Table<PlacementRecord.Window>(ResultFile.CLUSTER)
          .text("policy", w -> w.key().policy())
          .text("load", w -> w.key().load())
          .text("seed", w -> w.key().seed())
          .text("start_s", w -> seconds(w.start()))
          .text("end_s", w -> seconds(w.end()))
          .text("allocated", PlacementRecord.Window::allocated)
          .text("fragments", PlacementRecord.Window::fragments)
          .text("waiting", PlacementRecord.Window::waiting);

  /** One row per job of the first seed's replays. */
  private static final Table<PlacementRecord.JobRow> PLACED =
      new Table<PlacementRecord.JobRow>(ResultFile.CLUSTER_JOBS)
          .text("policy", j -> j.key().policy())
          .text("load", j -> j.key().load())
          .text("job", j -> j.job().id())
          .text("arrival_s", j -> seconds(j.job().arrivalNanos()))
          .text("start_s", j -> seconds(j.start()))
          .text("end_s", j -> seconds(j.end()))
          .text("node", PlacementRecord.JobRow::node)
          .text("gpus", j -> gpus(j.gpus()));

  /** One row per step of a fill. */
  private static final Table<PlacementResults.Fill> FILLS =
      new Table<PlacementResults.Fill>(ResultFile.FILLING)
          .text(ResultColumn.POLICY, f -> f.key().policy())
          .text("seed", f -> f.key().seed())
          .text(ResultColumn.ASKED, f -> f.at().asked())
          .text("allocated", f -> f.at().allocated())
          .text(ResultColumn.FRAGMENTS, f -> f.at().fragments())
          .text("turned_away", f -> f.at().turnedAway())
          .text(ResultColumn.REFUSED, f -> f.at().refused());

  /** The tables among them. */
  public static final List<Table<?>> TABLES =
      List.of(JOBS, ACTIVITIES, UTILISATION, RUNS, WINDOWS, PLACED, FILLS);

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
    if (results.placements().isPresent()) {
      write(folder, results.placements().get());
    } else {
      write(folder, results.outcomes());
    }
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

  /** Tables of the other mode have no rows. */
  private static void write(OutputFolder folder, PlacementResults results) {
    RUNS.write(folder, results.replays().stream());
    WINDOWS.write(folder, results.replays().stream().flatMap(r -> r.windows().stream()));
    PLACED.write(folder, results.jobs().stream());
    FILLS.write(folder, results.fills().stream());
    GroupMean.TABLE.write(folder, PlacementMean.of(results).stream().map(PlacementMean::mean));
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

  private static String gpus(long mask) {
    List<String> gpus = new ArrayList<>();
    for (long left = mask; left != 0; left &= left - 1) {
      gpus.add(Integer.toString(Long.numberOfTrailingZeros(left)));
    }
    return String.join(" ", gpus);
  }
}
