package org.polyphony.run.host;

import java.util.List;
import java.util.Locale;
import org.polyphony.config.HostExperiment;
import org.polyphony.host.JobResult;
import org.polyphony.run.Provenance;
import org.polyphony.stats.StepSeries;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;

/** Writes what a host experiment has given; the summary last, so that it vouches for the rest. */
public final class HostResultFiles {
  /** Makespan, utilisation, jobs and counters of each run. */
  public static final String SUMMARY = "host-summary.json";

  /** One row per run and window: means of each series. */
  public static final String UTILISATION = "utilisation.csv";

  /** One row per run and job. */
  public static final String JOBS = "jobs.csv";

  /** One row per run, job and interval: what the job did. */
  public static final String ACTIVITIES = "activities.csv";

  private static final double NANOS_PER_SECOND = 1e9;

  private HostResultFiles() {}

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
    AtomicFile.write(folder.file(UTILISATION), utilisation(outcomes));
    AtomicFile.write(folder.file(ACTIVITIES), activities(outcomes));
    AtomicFile.write(folder.file(JOBS), jobs(outcomes));
    AtomicFile.write(
        folder.file(SUMMARY), Json.text(HostSummary.of(experiment, results, provenance)));
  }

  private static String utilisation(List<HostOutcome> outcomes) {
    StringBuilder csv = new StringBuilder("run,start_s,end_s");
    List<String> names = outcomes.isEmpty() ? List.of() : outcomes.get(0).utilisation().names();
    names.forEach(name -> csv.append(',').append(name));
    csv.append('\n');
    for (HostOutcome outcome : outcomes) {
      StepSeries series = outcome.utilisation().series();
      double[][] means = new double[names.size()][];
      for (int s = 0; s < means.length; s++) {
        means[s] = series.means(s, outcome.endNanos());
      }
      for (int w = 0; w < means[0].length; w++) {
        long end = Math.min((w + 1) * series.window(), outcome.endNanos());
        csv.append(outcome.run()).append(',').append(field(w * series.window() / NANOS_PER_SECOND));
        csv.append(',').append(field(end / NANOS_PER_SECOND));
        for (double[] mean : means) {
          csv.append(',').append(field(mean[w]));
        }
        csv.append('\n');
      }
    }
    return csv.toString();
  }

  private static String jobs(List<HostOutcome> outcomes) {
    StringBuilder csv =
        new StringBuilder(
            "run,job,application,outcome,device,arrival_s,start_s,end_s,wait_s,kernel_s\n");
    for (HostOutcome outcome : outcomes) {
      for (JobResult job : outcome.jobs()) {
        csv.append(outcome.run()).append(',').append(job.id()).append(',');
        csv.append(job.application()).append(',').append(HostSummary.word(job)).append(',');
        csv.append(job.device());
        for (long nanos :
            new long[] {
              job.arrivalNanos(),
              job.startNanos(),
              job.endNanos(),
              job.waitedNanos(),
              job.kernelNanos()
            }) {
          csv.append(',').append(nanos < 0 ? "" : field(nanos / NANOS_PER_SECOND));
        }
        csv.append('\n');
      }
    }
    return csv.toString();
  }

  private static String activities(List<HostOutcome> outcomes) {
    StringBuilder csv = new StringBuilder("run,job,application,activity,start_s,end_s\n");
    for (HostOutcome outcome : outcomes) {
      for (ActivityLog.Interval interval : outcome.activities()) {
        JobResult job = outcome.jobs().get(interval.job());
        csv.append(outcome.run()).append(',').append(job.id()).append(',');
        csv.append(job.application()).append(',');
        csv.append(interval.activity().name().toLowerCase(Locale.ROOT)).append(',');
        csv.append(field(interval.startNanos() / NANOS_PER_SECOND)).append(',');
        csv.append(field(interval.endNanos() / NANOS_PER_SECOND)).append('\n');
      }
    }
    return csv.toString();
  }

  private static String field(double value) {
    return Json.field(Math.abs(value) < 1e-12 ? 0 : value);
  }
}
