package org.polyphony.run.host;

import java.util.List;

/**
 * What a host experiment has given.
 *
 * @param outcomes of its schedulers, of those that began
 * @param partial whether it was ended early
 */
public record HostResults(List<HostOutcome> outcomes, boolean partial) {
  /** Copies the list. */
  public HostResults {
    outcomes = List.copyOf(outcomes);
  }

  public static HostResults of(List<HostOutcome> outcomes) {
    return new HostResults(outcomes, false);
  }
}
