package org.polyphony.run.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.host.cluster.Cluster;
import org.polyphony.host.cluster.ClusterJob;
import org.polyphony.host.cluster.ClusterMeter;
import org.polyphony.host.cluster.ClusterRun;

/**
 * The result of one replay. Mean fractions cover time 0 to the last arrival, since later jobs face
 * no competition.
 *
 * @param key identifies the run
 * @param jobs number of jobs
 * @param meanWaitSeconds from submission to start
 * @param p95WaitSeconds 95th percentile of the wait
 * @param waited fraction of jobs that did not start at once
 * @param lastEndSeconds end of the last job
 * @param allocated mean fraction of all GPUs
 * @param fragments mean fraction of all GPUs
 * @param waiting mean number of waiting jobs
 * @param windows means over time
 */
public record PlacementRecord(
    Key key,
    int jobs,
    double meanWaitSeconds,
    double p95WaitSeconds,
    double waited,
    double lastEndSeconds,
    double allocated,
    double fragments,
    double waiting,
    List<Window> windows) {
  private static final double NANOS = 1e9;
  private static final double MOST = 0.95;

  public PlacementRecord {
    windows = List.copyOf(windows);
  }

  /** Identifies a run by policy, load and seed; seed 0 is the unmodified stream. */
  public record Key(String policy, double load, int seed) {}

  /** Means in a time window. */
  record Window(
      Key key, long start, long end, double allocated, double fragments, double waiting) {}

  /** One job of a run; start and end in nanoseconds. */
  record JobRow(Key key, ClusterJob job, long start, long end, String node, long gpus) {}

  /** Returns the mean fraction of free GPU capacity that is fragmented. */
  public double fragmentationRate() {
    return fragments / (1 - allocated);
  }

  static PlacementRecord of(Key key, List<ClusterJob> jobs, ClusterRun run, ClusterMeter meter) {
    long[] waits = new long[jobs.size()];
    long end = 0;
    for (int j = 0; j < waits.length; j++) {
      waits[j] = run.startNanos(j) - jobs.get(j).arrivalNanos();
      end = Math.max(end, run.endNanos(j));
    }
    Arrays.sort(waits);
    return new PlacementRecord(
        key,
        waits.length,
        Arrays.stream(waits).average().orElse(0) / NANOS,
        waits[(int) Math.ceil(MOST * waits.length) - 1] / NANOS,
        (double) Arrays.stream(waits).filter(wait -> wait > 0).count() / waits.length,
        end / NANOS,
        meter.mean(ClusterMeter.ALLOCATED),
        meter.mean(ClusterMeter.FRAGMENTS),
        meter.mean(ClusterMeter.WAITING),
        windows(key, meter, end));
  }

  private static List<Window> windows(Key key, ClusterMeter meter, long end) {
    double[] allocated = meter.series().means(ClusterMeter.ALLOCATED, end);
    double[] fragments = meter.series().means(ClusterMeter.FRAGMENTS, end);
    double[] waiting = meter.series().means(ClusterMeter.WAITING, end);
    long length = meter.series().window();
    List<Window> windows = new ArrayList<>();
    for (int w = 0; w < allocated.length; w++) {
      long until = Math.min((w + 1) * length, end);
      windows.add(new Window(key, w * length, until, allocated[w], fragments[w], waiting[w]));
    }
    return windows;
  }

  static List<JobRow> rows(Key key, List<ClusterJob> jobs, ClusterRun run, Cluster cluster) {
    List<JobRow> rows = new ArrayList<>();
    for (int j = 0; j < jobs.size(); j++) {
      String node = cluster.node(run.node(j)).name();
      rows.add(new JobRow(key, jobs.get(j), run.startNanos(j), run.endNanos(j), node, run.gpus(j)));
    }
    return rows;
  }
}
