package org.polyphony.simulation;

import java.util.Collections;
import java.util.List;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.kernel.Workload;

/**
 * The workloads of a run and when their rounds end. Source: GPU Maestro section 5.
 *
 * @param workloads one per process, 1 to {@value #MAX_PROCESSES}
 * @param instructionBudgets thread instructions after which a round of each workload ends even if
 *     its host program has not, at least 1
 * @param restart whether a finished process restarts until all have finished once; if false, it
 *     leaves the device to the others
 * @param seed of all random draws; a seed above 1 also perturbs the timing of the run
 * @param tenants how each process comes to the device, one for each workload
 * @param partitions of the device; empty if all processes share the whole
 */
public record RunPlan(
    List<Workload> workloads,
    List<Long> instructionBudgets,
    boolean restart,
    long seed,
    List<Tenant> tenants,
    List<Partition> partitions) {
  /** The maximum number of processes. */
  public static final int MAX_PROCESSES = 32;

  /** No budget: a round ends with its host program. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  public RunPlan {
    workloads = List.copyOf(workloads);
    instructionBudgets = List.copyOf(instructionBudgets);
    tenants = List.copyOf(tenants);
    partitions = List.copyOf(partitions);
    if (workloads.isEmpty() || workloads.size() > MAX_PROCESSES) {
      throw new IllegalArgumentException(
          "workloads: 1 to " + MAX_PROCESSES + " allowed: " + workloads.size());
    }
    if (instructionBudgets.size() != workloads.size()) {
      throw new IllegalArgumentException(
          "one instructionBudget for each workload: " + instructionBudgets.size());
    }
    if (tenants.size() != workloads.size()) {
      throw new IllegalArgumentException("one tenant for each workload: " + tenants.size());
    }
    for (long budget : instructionBudgets) {
      if (budget < 1) {
        throw new IllegalArgumentException("instructionBudget is below 1: " + budget);
      }
    }
  }

  /** Creates a plan of processes that start together. */
  public RunPlan(List<Workload> workloads, List<Long> instructionBudgets, boolean restart) {
    this(
        workloads,
        instructionBudgets,
        restart,
        1,
        Collections.nCopies(workloads.size(), Tenant.USUAL),
        List.of());
  }

  /** Creates a plan with one budget for all workloads and no start delays. */
  public RunPlan(List<Workload> workloads, long instructionBudget, boolean restart) {
    this(workloads, Collections.nCopies(workloads.size(), instructionBudget), restart);
  }

  /** Returns whether requests arrive, so that the run is a window in which rounds repeat. */
  public boolean isOpen() {
    return tenants.stream().anyMatch(tenant -> tenant.arrivals().isPresent());
  }

  public Perturbation perturbation() {
    return new Perturbation(seed);
  }

  public RunPlan withSeed(long other) {
    return new RunPlan(workloads, instructionBudgets, restart, other, tenants, partitions);
  }

  /** Returns this plan with other forms of the same workloads. */
  public RunPlan withWorkloads(List<? extends Workload> others) {
    return new RunPlan(List.copyOf(others), instructionBudgets, restart, seed, tenants, partitions);
  }

  /**
   * Returns this plan with other instruction budgets.
   *
   * @param budgets thread instructions in the first round of each workload
   */
  public RunPlan withBudgets(List<Long> budgets) {
    return new RunPlan(workloads, budgets, restart, seed, tenants, partitions);
  }

  /** Returns this plan with tenants and partitions. */
  public RunPlan withTenants(List<Tenant> others, List<Partition> parts) {
    return new RunPlan(workloads, instructionBudgets, restart, seed, others, parts);
  }

  /**
   * Returns the thread instructions per round of a workload.
   *
   * @param process index in {@link #workloads}
   */
  public long instructionBudget(int process) {
    return instructionBudgets.get(process);
  }
}
