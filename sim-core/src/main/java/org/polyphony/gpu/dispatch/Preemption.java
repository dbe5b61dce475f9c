package org.polyphony.gpu.dispatch;

import java.util.List;

/**
 * Chooses how thread blocks that have to leave an SM do so. Which ones leave is the thread-block
 * scheduler's choice. Implementations: {@code org.polyphony.policy.preemption}.
 */
@FunctionalInterface
public interface Preemption {
  /**
   * Chooses for thread blocks of one kernel that leave one SM together.
   *
   * @return a technique for each, in the same order; {@link PreemptionTechnique#FLUSH} only where
   *     {@link Victim#mayFlush} allows it
   */
  List<PreemptionTechnique> choose(List<Victim> victims);

  /** Returns whether a switch moves the context through the memory system; else it is free. */
  default boolean movesContexts() {
    return true;
  }

  /**
   * What is known of a thread block that has to leave.
   *
   * @param instructions warp instructions that it has issued
   * @param cycles core cycles that it has been on SMs
   * @param meanInstructions warp instructions of a thread block of its kernel on average; -1 before
   *     the first has ended
   * @param contextBytes its registers and shared memory
   * @param mayFlush false once it has executed an instruction that cannot be repeated
   */
  record Victim(
      long instructions, long cycles, long meanInstructions, long contextBytes, boolean mayFlush) {}
}
