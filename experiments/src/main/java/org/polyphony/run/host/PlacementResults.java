package org.polyphony.run.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.host.cluster.Inflation;
import org.polyphony.simulation.SimulationFailure;

/**
 * What jobs placed on nodes have given, run by run.
 *
 * @param nodes on which jobs are placed
 * @param replays in the order in which they ran
 * @param jobs of the replays of the first seed
 * @param fills points of the runs that fill the nodes
 * @param partial whether it was ended early
 * @param failure why a policy of the user's could not go on; what ended before is here
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
