package org.polyphony.simulation;

import org.polyphony.policy.partition.PolicyDecision;

/** Observes a run. Called every few thousand cycles on the thread of the run. */
public interface RunWatcher {
  /** Ignores all progress and never stops the run. */
  RunWatcher NONE = (doneShare, cycles, warpInstructions) -> true;

  /**
   * Called with the progress of the run.
   *
   * @param doneShare completed share of the first rounds, 0 to 1
   * @param cycles core cycles so far
   * @return false to stop the run now with a partial result
   */
  boolean shouldContinue(double doneShare, long cycles, long warpInstructions);

  /** Called with each decision of a policy as it is taken. */
  default void onDecision(PolicyDecision decision, PolicyFacts policy) {}

  /**
   * Returns whether {@link #shouldContinue} would stop the run; polled during long host copies,
   * when no cycle passes.
   */
  default boolean isStopped() {
    return false;
  }
}
