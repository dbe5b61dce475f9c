package org.polyphony.run.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.host.cluster.Inflation;
import org.polyphony.run.SimulationFailure;

/** What a cluster experiment has given, run by run. */
public final class ClusterResults {
  private final List<ClusterRecord> replays = new ArrayList<>();
  private final List<ClusterRecord.JobRow> jobs = new ArrayList<>();
  private final List<Fill> fills = new ArrayList<>();
  private boolean partial;
  private Optional<SimulationFailure> failure = Optional.empty();

  /** A point of a run that fills the cluster. */
  record Fill(ClusterRecord.Key key, Inflation.Point at) {}

  void add(ClusterRecord replay) {
    replays.add(replay);
  }

  void addJobs(List<ClusterRecord.JobRow> rows) {
    jobs.addAll(rows);
  }

  void add(ClusterRecord.Key key, List<Inflation.Point> points) {
    points.forEach(point -> fills.add(new Fill(key, point)));
  }

  void end(boolean isPartial) {
    partial = isPartial;
  }

  void fail(SimulationFailure why) {
    failure = Optional.of(why);
  }

  /** Returns why a policy of the user's could not go on; what ended before is here. */
  public Optional<SimulationFailure> failure() {
    return failure;
  }

  /** Returns the replays, in the order in which they ran. */
  public List<ClusterRecord> replays() {
    return List.copyOf(replays);
  }

  List<ClusterRecord.JobRow> jobs() {
    return jobs;
  }

  List<Fill> fills() {
    return fills;
  }

  /** Returns the means over seeds, by metric, load and policy. */
  public List<ClusterMean> means() {
    return ClusterMeans.of(this);
  }

  /** Returns whether it was ended early. */
  public boolean partial() {
    return partial;
  }
}
