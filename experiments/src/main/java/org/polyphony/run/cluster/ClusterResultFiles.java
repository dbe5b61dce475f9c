package org.polyphony.run.cluster;

import static org.polyphony.text.Formats.seconds;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.config.ClusterExperiment;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.run.Provenance;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;
import org.polyphony.text.GroupMean;
import org.polyphony.text.Table;

/**
 * Writes what a cluster experiment has given; the summary last, so that it vouches for the rest.
 */
public final class ClusterResultFiles {
  /** The summary's file. */
  public static final String SUMMARY = "cluster-summary.json";

  /** One row per replay. */
  private static final Table<ClusterRecord> RUNS =
      new Table<ClusterRecord>("cluster-runs.csv")
          .text("policy", r -> r.key().policy())
          .text("load", r -> r.key().load())
          .text("seed", r -> r.key().seed())
          .text("jobs", ClusterRecord::jobs)
          .text("mean_wait_s", ClusterRecord::meanWaitSeconds)
          .text("p95_wait_s", ClusterRecord::p95WaitSeconds)
          .text("waited", ClusterRecord::waited)
          .text("last_end_s", ClusterRecord::lastEndSeconds)
          .text("allocated", ClusterRecord::allocated)
          .text("fragments", ClusterRecord::fragments)
          .text("fragmentation_rate", ClusterRecord::fragmentationRate)
          .text("waiting", ClusterRecord::waiting);

  /** One row per replay and window. */
  private static final Table<ClusterRecord.Window> WINDOWS =
      new Table<ClusterRecord.Window>("cluster.csv")
          .text("policy", w -> w.key().policy())
          .text("load", w -> w.key().load())
          .text("seed", w -> w.key().seed())
          .text("start_s", w -> seconds(w.start()))
          .text("end_s", w -> seconds(w.end()))
          .text("allocated", ClusterRecord.Window::allocated)
          .text("fragments", ClusterRecord.Window::fragments)
          .text("waiting", ClusterRecord.Window::waiting);

  /** One row per job of the first seed's replays. */
  private static final Table<ClusterRecord.JobRow> JOBS =
      new Table<ClusterRecord.JobRow>("cluster-jobs.csv")
          .text("policy", j -> j.key().policy())
          .text("load", j -> j.key().load())
          .text("job", j -> j.job().id())
          .text("arrival_s", j -> seconds(j.job().arrivalNanos()))
          .text("start_s", j -> seconds(j.start()))
          .text("end_s", j -> seconds(j.end()))
          .text("node", ClusterRecord.JobRow::node)
          .text("gpus", j -> gpus(j.gpus()));

  /** One row per step of a fill. */
  private static final Table<ClusterResults.Fill> FILLS =
      new Table<ClusterResults.Fill>("filling.csv")
          .text("policy", f -> f.key().policy())
          .text("seed", f -> f.key().seed())
          .text("asked", f -> f.at().asked())
          .text("allocated", f -> f.at().allocated())
          .text("fragments", f -> f.at().fragments())
          .text("turned_away", f -> f.at().turnedAway())
          .text("refused", f -> f.at().refused());

  /** The tables among them. */
  public static final List<Table<?>> TABLES = List.of(RUNS, WINDOWS, JOBS, FILLS);

  private ClusterResultFiles() {}

  /** Writes all files; those of the other mode have no rows. */
  public static void write(
      OutputFolder folder,
      ClusterExperiment experiment,
      List<ClusterNode> nodes,
      ClusterResults results,
      Provenance provenance) {
    RUNS.write(folder, results.replays().stream());
    WINDOWS.write(folder, results.replays().stream().flatMap(r -> r.windows().stream()));
    JOBS.write(folder, results.jobs().stream());
    FILLS.write(folder, results.fills().stream());
    GroupMean.TABLE.write(folder, results.means().stream().map(ClusterMean::mean));
    provenance.ownCode().write(folder.path());
    AtomicFile.write(
        folder.file(SUMMARY), Json.text(ClusterSummary.of(experiment, nodes, results, provenance)));
  }

  private static String gpus(long mask) {
    List<String> gpus = new ArrayList<>();
    for (long left = mask; left != 0; left &= left - 1) {
      gpus.add(Integer.toString(Long.numberOfTrailingZeros(left)));
    }
    return String.join(" ", gpus);
  }
}
