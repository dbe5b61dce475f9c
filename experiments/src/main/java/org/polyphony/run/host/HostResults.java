package org.polyphony.run.host;

import java.util.List;
import java.util.Optional;

/**
 * What a host experiment has given.
 *
 * @param outcomes of its schedulers, of those that began
 * @param placements of its node policies, when jobs are placed on nodes
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
   * Requires that no policy of the user's has failed.
   *
   * @throws org.polyphony.simulation.SimulationFailure when one has; what ended before is here
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
