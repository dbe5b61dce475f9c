package org.polyphony.run.host;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.config.HostExperiment;
import org.polyphony.host.JobResult;
import org.polyphony.host.time.StepSeries;
import org.polyphony.run.Provenance;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;

/**
 * Writes what a host experiment has given; the summary last, so that it vouches for the rest. Times
 * in the tables are exact, so that what follows one another does so there too.
 */
public final class HostResultFiles {
  /** Makespan, utilisation, jobs and counters of each run. */
  public static final String SUMMARY = "host-summary.json";

  /** One row per run and window: means of each series, 0 to 1. */
  public static final String UTILISATION = "utilisation.csv";

  /** One row per run and job. */
  public static final String JOBS = "jobs.csv";

  /** One row per run, job and interval: what the job did. */
  public static final String ACTIVITIES = "activities.csv";

  private static final int NANO = 9; // decimals of a second

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
    AtomicFile.writeCsv(folder.file(UTILISATION), csv -> writeUtilisation(csv, outcomes));
    AtomicFile.writeCsv(folder.file(ACTIVITIES), csv -> writeActivities(csv, outcomes));
    AtomicFile.writeCsv(folder.file(JOBS), csv -> writeJobs(csv, outcomes));
    AtomicFile.write(
        folder.file(SUMMARY), Json.text(HostSummary.of(experiment, results, provenance)));
  }

  private static void writeUtilisation(CsvWriter csv, List<HostOutcome> outcomes) {
    List<String> names = outcomes.isEmpty() ? List.of() : outcomes.get(0).utilisation().names();
    List<String> header = new ArrayList<>(List.of("run", "start_s", "end_s"));
    header.addAll(names);
    csv.writeRecord(header);
    for (HostOutcome outcome : outcomes) {
      StepSeries series = outcome.utilisation().series();
      double[][] means = new double[names.size()][];
      for (int s = 0; s < means.length; s++) {
        means[s] = series.means(s, outcome.endNanos());
      }
      for (int w = 0; w < means[0].length; w++) {
        long end = Math.min((w + 1) * series.window(), outcome.endNanos());
        List<String> row =
            new ArrayList<>(List.of(outcome.run(), seconds(w * series.window()), seconds(end)));
        for (double[] mean : means) {
          row.add(Json.field(Math.abs(mean[w]) < 1e-12 ? 0 : mean[w]));
        }
        csv.writeRecord(row);
      }
    }
  }

  private static void writeJobs(CsvWriter csv, List<HostOutcome> outcomes) {
    csv.writeRecord(
        "run",
        "job",
        "application",
        "outcome",
        "device",
        "arrival_s",
        "start_s",
        "end_s",
        "wait_s",
        "kernel_s");
    for (HostOutcome outcome : outcomes) {
      for (JobResult job : outcome.jobs()) {
        csv.writeRecord(
            outcome.run(),
            job.id(),
            job.application(),
            HostSummary.word(job),
            Integer.toString(job.device()),
            seconds(job.arrivalNanos()),
            seconds(job.startNanos()),
            seconds(job.endNanos()),
            seconds(job.waitedNanos()),
            seconds(job.kernelNanos()));
      }
    }
  }

  private static void writeActivities(CsvWriter csv, List<HostOutcome> outcomes) {
    csv.writeRecord("run", "job", "application", "activity", "start_s", "end_s");
    for (HostOutcome outcome : outcomes) {
      for (ActivityLog.Interval interval : outcome.activities()) {
        JobResult job = outcome.jobs().get(interval.job());
        csv.writeRecord(
            outcome.run(),
            job.id(),
            job.application(),
            interval.activity().name().toLowerCase(Locale.ROOT),
            seconds(interval.startNanos()),
            seconds(interval.endNanos()));
      }
    }
  }

  /** Returns a time in seconds, exact, at least one decimal; empty when it never came. */
  static String seconds(long nanos) {
    if (nanos < 0) {
      return "";
    }
    BigDecimal exact = BigDecimal.valueOf(nanos, NANO).stripTrailingZeros();
    return (exact.scale() < 1 ? exact.setScale(1) : exact).toPlainString();
  }
}
