package org.polyphony.policy.partition;

import java.util.List;

/**
 * One decision of a policy as it concerns one process: what it measured, how it judged, what it
 * chose. A policy that decides about several processes at once makes one record for each of them,
 * with the same cycle. Texts of named values look like {@code follower=1.5 more=1.25}.
 *
 * @param cycle when it was taken: the end of the policy's epoch
 * @param process whom it concerns
 * @param outcomes what it counts as in {@code partitioning.decisions} of the summary, at least one
 * @param winner the best of what was compared
 * @param roles what each SM was used for in the epoch, one character for each
 * @param partitions thread blocks of the process on an SM in the epoch, by what the SM was used for
 * @param measured thread instructions per cycle of the process on an SM, by what it was used for
 * @param scores of what was compared
 * @param moved thread blocks, of all processes that it concerned, that had to leave an SM before
 *     the epoch could begin
 * @param settleCycles core cycles that this took, outside of the epoch
 */
public record PolicyDecision(
    long cycle,
    int process,
    List<String> outcomes,
    String winner,
    String roles,
    String partitions,
    String measured,
    String scores,
    int moved,
    long settleCycles) {
  /** Keeps its own copy of the list. */
  public PolicyDecision {
    outcomes = List.copyOf(outcomes);
  }
}
