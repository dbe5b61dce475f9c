package org.polyphony.multiprogram;

import java.util.List;
import org.polyphony.gpu.kernel.Workload;

/**
 * What a run executes. Source: GPU Maestro section 5.
 *
 * @param workloads one per process, 1 to {@value #MAX_PROCESSES}; all start together
 * @param instructionBudget thread instructions after which a round ends though the host program has
 *     not, at least 1
 * @param restart whether a process that has finished starts again until all have finished once;
 *     otherwise it leaves its place to the others
 */
public record RunPlan(List<Workload> workloads, long instructionBudget, boolean restart) {
  /** Processes at most: each runs one kernel at a time. */
  public static final int MAX_PROCESSES = 32;

  /** No budget: every round ends with its host program. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Keeps its own copy of the list. */
  public RunPlan {
    workloads = List.copyOf(workloads);
    if (workloads.isEmpty() || workloads.size() > MAX_PROCESSES) {
      throw new IllegalArgumentException(
          "workloads: 1 to " + MAX_PROCESSES + " allowed: " + workloads.size());
    }
    if (instructionBudget < 1) {
      throw new IllegalArgumentException("instructionBudget is below 1: " + instructionBudget);
    }
  }
}
