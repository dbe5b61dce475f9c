package org.polyphony.policy.partition.maestro;

import java.util.Arrays;
import org.polyphony.policy.partition.Objective;
import org.polyphony.policy.partition.measure.Epoch;

/**
 * The score of each candidate by the objective; NaN if a kernel was not measured under it
 * (DEVIATIONS.md 81). Normalized progress on an SM is the kernel's IPC over its IPC on a dedicated
 * SM, where it runs without SMK. Under spatial multitasking, a kernel's progress is its share of
 * the SMs. Source: GPU Maestro section 4.1.
 */
final class Scores {
  private final Objective objective;
  private final double[] score = new double[Candidate.values().length];

  /**
   * Scores the measurements of an epoch.
   *
   * @param alone IPC of each kernel on a dedicated SM; NaN if unknown
   */
  Scores(Objective objective, Epoch epoch, double[] alone, double[] spatial) {
    this.objective = objective;
    Arrays.fill(score, Double.NaN);
    if (alone[0] > 0 && alone[1] > 0) {
      for (Candidate candidate : Candidate.values()) {
        score[candidate.ordinal()] =
            candidate == Candidate.SPATIAL
                ? objective.score(spatial)
                : objective.score(
                    epoch.ipc(candidate.role(0).ordinal(), 0) / alone[0],
                    epoch.ipc(candidate.role(1).ordinal(), 1) / alone[1]);
      }
    }
  }

  /** Compares tried spatial multitasking with the last score of SMK. */
  Scores(Objective objective, double smk, double[] spatial) {
    this.objective = objective;
    Arrays.fill(score, Double.NaN);
    score[Candidate.FOLLOWER.ordinal()] = smk;
    score[Candidate.SPATIAL.ordinal()] = objective.score(spatial);
  }

  /** Returns a candidate's score; NaN if it was not measured. */
  double of(Candidate candidate) {
    return score[candidate.ordinal()];
  }

  /**
   * Returns the candidate with the best score. If no SMK candidate has a score, returns the
   * followers' partition, since spatial multitasking then has nothing to beat.
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
