package org.polyphony.simulation;

import java.util.Collections;
import java.util.List;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.kernel.Workload;

/**
 * What a run executes. Source: GPU Maestro section 5.
 *
 * @param workloads one per process, 1 to {@value #MAX_PROCESSES}; all start together but for the
 *     perturbation
 * @param instructionBudgets for each workload, thread instructions after which a round ends though
 *     the host program has not, at least 1
 * @param restart whether a process that has finished starts again until all have finished once;
 *     otherwise it leaves its place to the others
 */
public record RunPlan(
    List<Workload> workloads,
    List<Long> instructionBudgets,
    boolean restart,
    Perturbation perturbation) {
  /** Processes at most: each runs one kernel at a time. */
  public static final int MAX_PROCESSES = 32;

  /** No budget: every round ends with its host program. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  public RunPlan {
    workloads = List.copyOf(workloads);
    instructionBudgets = List.copyOf(instructionBudgets);
    if (workloads.isEmpty() || workloads.size() > MAX_PROCESSES) {
      throw new IllegalArgumentException(
          "workloads: 1 to " + MAX_PROCESSES + " allowed: " + workloads.size());
    }
    if (instructionBudgets.size() != workloads.size()) {
      throw new IllegalArgumentException(
          "one instructionBudget for each workload: " + instructionBudgets.size());
    }
    for (long budget : instructionBudgets) {
      if (budget < 1) {
        throw new IllegalArgumentException("instructionBudget is below 1: " + budget);
      }
    }
  }

  public RunPlan(List<Workload> workloads, List<Long> instructionBudgets, boolean restart) {
    this(workloads, instructionBudgets, restart, Perturbation.NONE);
  }

  /** Makes a plan with the same budget for all, in which nothing is delayed. */
  public RunPlan(List<Workload> workloads, long instructionBudget, boolean restart) {
    this(workloads, Collections.nCopies(workloads.size(), instructionBudget), restart);
  }

  /**
   * Returns the thread instructions of a round of a workload.
   *
   * @param process index in {@link #workloads}
   */
  public long instructionBudget(int process) {
    return instructionBudgets.get(process);
  }
}
