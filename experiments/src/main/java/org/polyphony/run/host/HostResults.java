package org.polyphony.run.host;

import java.util.List;
import java.util.Optional;

/**
 * The results of a host experiment.
 *
 * @param outcomes of its schedulers, as far as they were started
 * @param placements of its node policies, if jobs are placed on nodes
 * @param partial whether it was ended early
 */
public record HostResults(
    List<HostOutcome> outcomes, Optional<PlacementResults> placements, boolean partial) {
  public HostResults {
    outcomes = List.copyOf(outcomes);
  }

  public static HostResults of(List<HostOutcome> outcomes) {
    return new HostResults(outcomes, Optional.empty(), false);
  }

  static HostResults of(PlacementResults placements) {
    return new HostResults(List.of(), Optional.of(placements), placements.partial());
  }

  /**
   * Requires that no user-defined policy has failed.
   *
   * @throws org.polyphony.simulation.SimulationFailure if one has; earlier results are in this
   *     object
   */
  public void requireNoFailure() {
    placements
        .flatMap(PlacementResults::failure)
        .ifPresent(
            failure -> {
              throw failure;
            });
  }
}
