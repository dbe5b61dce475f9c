package org.polyphony.run.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.host.cluster.Inflation;
import org.polyphony.simulation.SimulationFailure;

/**
 * What a cluster experiment has given, run by run.
 *
 * @param replays in the order in which they ran
 * @param jobs of the replays of the first seed
 * @param fills points of the runs that fill the cluster
 * @param partial whether it was ended early
 * @param failure why a policy of the user's could not go on; what ended before is here
 */
public record ClusterResults(
    List<ClusterRecord> replays,
    List<ClusterRecord.JobRow> jobs,
    List<Fill> fills,
    boolean partial,
    Optional<SimulationFailure> failure) {
  /** A point of a run that fills the cluster. */
  record Fill(ClusterRecord.Key key, Inflation.Point at) {}

  static ClusterResults none() {
    return new ClusterResults(
        new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), false, Optional.empty());
  }

  ClusterResults ended(boolean isPartial, Optional<SimulationFailure> why) {
    return new ClusterResults(replays, jobs, fills, isPartial, why);
  }

  /** Returns the means over seeds, by metric, load and policy. */
  public List<ClusterMean> means() {
    return ClusterMeans.of(this);
  }
}
