package org.polyphony.policy.partition.maestro;

import java.util.Arrays;
import org.polyphony.policy.partition.Objective;

/**
 * The score of each candidate by the objective; one that was not measured for one of the kernels
 * has none (DEVIATIONS.md 81). Normalized progress on an SM is its IPC over that of a dedicated SM,
 * on which the kernel runs without SMK; under spatial multitasking a kernel has its share of the
 * SMs to itself and progresses by that share. Source: GPU Maestro section 4.1.
 */
final class Scores {
  private static final double SHARE = 0.5; // of the SMs, for each kernel of a pair

  private final Objective objective;
  private final double[] score = new double[Candidate.values().length];

  /**
   * Scores what an epoch measured.
   *
   * @param alone IPC of each kernel on a dedicated SM; not a number when it is not known
   */
  Scores(Objective objective, Epoch epoch, double[] alone) {
    this.objective = objective;
    Arrays.fill(score, Double.NaN);
    if (alone[0] > 0 && alone[1] > 0) {
      for (Candidate candidate : Candidate.values()) {
        score[candidate.ordinal()] =
            candidate == Candidate.SPATIAL
                ? objective.score(SHARE, SHARE)
                : objective.score(
                    epoch.ipc(candidate.role(0), 0) / alone[0],
                    epoch.ipc(candidate.role(1), 1) / alone[1]);
      }
    }
  }

  /** Returns a score, not a number when the candidate was not measured. */
  double of(Candidate candidate) {
    return score[candidate.ordinal()];
  }

  /**
   * Returns the best of those that have a score; the followers' partition when no SMK has one: then
   * nothing is known that spatial multitasking would be better than.
   */
  Candidate best() {
    Candidate best = Candidate.FOLLOWER;
    for (Candidate each : Candidate.values()) {
      if (each == Candidate.SPATIAL && Double.isNaN(of(best))) {
        return Candidate.FOLLOWER;
      }
      boolean isFirst = Double.isNaN(of(best)) && !Double.isNaN(of(each));
      if (isFirst || objective.isBetter(of(each), of(best))) {
        best = each;
      }
    }
    return best;
  }
}
