package org.polyphony.gpu.dispatch;

import java.util.List;

/**
 * Chooses a preemption technique for thread blocks that have to leave an SM. The thread-block
 * scheduler chooses which ones leave. Implementations: {@code org.polyphony.policy.preemption}.
 */
@FunctionalInterface
public interface Preemption {
  /**
   * Chooses techniques for thread blocks of one kernel that leave one SM together.
   *
   * @return one technique per victim, in the same order; {@link PreemptionTechnique#FLUSH} only if
   *     {@link Victim#mayFlush}
   */
  List<PreemptionTechnique> choose(List<Victim> victims);

  /**
   * Returns whether a context switch moves the context through the memory system; if not, it is
   * free.
   */
  default boolean movesContexts() {
    return true;
  }

  /**
   * A thread block that has to leave.
   *
   * @param instructions warp instructions that it has issued
   * @param cycles core cycles that it has been on SMs
   * @param meanInstructions mean warp instructions of its kernel's finished thread blocks; -1
   *     before the first has ended
   * @param contextBytes registers and shared memory
   * @param mayFlush false once it has executed a non-idempotent instruction
   */
  record Victim(
      long instructions, long cycles, long meanInstructions, long contextBytes, boolean mayFlush) {
    /** Returns the estimated cycles until it ends by itself; infinite if nothing is known. */
    public double drainCycles() {
      if (meanInstructions < 0 || instructions == 0) {
        return Double.POSITIVE_INFINITY;
      }
      return Math.max(0, meanInstructions - instructions) * (double) cycles / instructions;
    }
  }
}
