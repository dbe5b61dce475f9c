package org.polyphony.run.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.host.cluster.Inflation;
import org.polyphony.simulation.SimulationFailure;

/**
 * The results of placing jobs on nodes, by run.
 *
 * @param nodes of the cluster
 * @param replays in execution order
 * @param jobs of the replays with the first seed
 * @param fills points of the runs that fill the nodes
 * @param partial whether it was ended early
 * @param failure of a user-defined policy; earlier results are in this object
 */
public record PlacementResults(
    List<ClusterNode> nodes,
    List<PlacementRecord> replays,
    List<PlacementRecord.JobRow> jobs,
    List<Fill> fills,
    boolean partial,
    Optional<SimulationFailure> failure) {
  /** A point of a run that fills the nodes. */
  record Fill(PlacementRecord.Key key, Inflation.Point at) {}

  static PlacementResults none(List<ClusterNode> nodes) {
    return new PlacementResults(
        nodes, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), false, Optional.empty());
  }

  PlacementResults ended(boolean isPartial, Optional<SimulationFailure> why) {
    return new PlacementResults(nodes, replays, jobs, fills, isPartial, why);
  }
}
