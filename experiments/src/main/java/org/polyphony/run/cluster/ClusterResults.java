package org.polyphony.run.cluster;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.cluster.Inflation;

/** What a cluster experiment has given, run by run. */
public final class ClusterResults {
  private final List<ClusterRecord> replays = new ArrayList<>();
  private final List<ClusterRecord.JobRow> jobs = new ArrayList<>();
  private final List<Fill> fills = new ArrayList<>();
  private boolean partial;

  /** A point of a run that fills the cluster. */
  record Fill(ClusterRecord.Key key, Inflation.Point at) {}

  void add(ClusterRecord replay) {
    replays.add(replay);
  }

  void addJobs(List<ClusterRecord.JobRow> rows) {
    jobs.addAll(rows);
  }

  void add(ClusterRecord.Key key, Inflation inflation) {
    inflation.points().forEach(point -> fills.add(new Fill(key, point)));
  }

  void end(boolean isPartial) {
    partial = isPartial;
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

  /** Returns whether it was ended early. */
  public boolean partial() {
    return partial;
  }
}
