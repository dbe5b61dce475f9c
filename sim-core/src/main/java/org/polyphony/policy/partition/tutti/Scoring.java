package org.polyphony.policy.partition.tutti;

import org.polyphony.policy.partition.Objective;

/**
 * Scores partitions by an objective and a fairness bound.
 *
 * @param leastProgress that every kernel should make, 0 to 1; 0 is no bound
 */
record Scoring(Objective objective, double leastProgress) {
  /**
   * Returns the score of a partition. It is worse by the ratio to which the slowest kernel falls
   * short of the bound.
   *
   * @param progress of each kernel, relative to its speed alone
   * @return NaN if a kernel was not measured
   */
  double of(double[] progress) {
    double met = 1;
    for (double each : progress) {
      met = Math.min(met, leastProgress > 0 ? each / leastProgress : 1);
    }
    double score = objective.score(progress);
    if (!Double.isFinite(score)) {
      return score;
    }
    return objective == Objective.ANTT ? score / met : score * met;
  }

  /** Returns whether a score is better than another by more than a relative margin. */
  boolean isBetter(double score, double than, double margin) {
    return objective.isBetter(
        score, objective == Objective.ANTT ? than / (1 + margin) : than * (1 + margin));
  }
}
