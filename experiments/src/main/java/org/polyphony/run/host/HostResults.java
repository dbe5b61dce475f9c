package org.polyphony.run.host;

import java.util.List;

/**
 * The results of a host experiment.
 *
 * @param outcomes of its schedulers, as far as they were started
 * @param partial whether it was ended early
 */
public record HostResults(List<HostOutcome> outcomes, boolean partial) {
  public HostResults {
    outcomes = List.copyOf(outcomes);
  }

  public static HostResults of(List<HostOutcome> outcomes) {
    return new HostResults(outcomes, false);
  }
}
