package org.polyphony.simulation;

import org.polyphony.policy.partition.PolicyDecision;

/** Follows a run from outside. Called every few thousand cycles, on the run's own thread. */
public interface RunWatcher {
  /** Follows nothing and never stops the run. */
  RunWatcher NONE = (doneShare, cycles, warpInstructions) -> true;

  /**
   * Hears how far the run is.
   *
   * @param doneShare share of the first rounds that is done, 0 to 1
   * @param cycles core cycles so far
   * @return false to end the run now; its result is then partial
   */
  boolean goOn(double doneShare, long cycles, long warpInstructions);

  /** Hears of a decision as it is taken. */
  default void decided(PolicyDecision decision) {}

  /** Returns true when {@link #goOn} would end the run; asked where no cycle passes for long. */
  default boolean isStopped() {
    return false;
  }
}
