package org.polyphony.simulation;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.policy.preemption.Chimera;

/**
 * Everything that determines the result of a run.
 *
 * @param gpu the device; must be valid
 * @param workloads at least one
 * @param instructionBudgets thread instructions after which the first round of each workload ends,
 *     at least 1
 * @param restart whether a finished workload restarts until all first rounds have ended
 * @param seed of all random draws; a seed above 1 also perturbs the timing of the run
 * @param epochCycles core cycles per row of {@code epochs.csv}, at least 1
 * @param ipcWindow thread instructions per SM and row of {@code ipc.csv}; 0 for no rows
 * @param check whether to verify conservation at every epoch
 * @param aloneIssue warp instructions per million cycles and SM of each workload when it runs
 *     alone; empty if unknown
 * @param tenants how each workload comes to the device
 * @param partitions of the device; empty if all workloads share the whole
 */
public record RunRequest(
    GpuConfig gpu,
    List<Workload> workloads,
    Sharing sharing,
    List<Long> instructionBudgets,
    boolean restart,
    long seed,
    int epochCycles,
    int ipcWindow,
    boolean check,
    List<Integer> aloneIssue,
    List<Tenant> tenants,
    List<Partition> partitions) {
  /** Core cycles per row of {@code epochs.csv} if the policy has no epochs. */
  public static final int EPOCH_CYCLES = 50_000;

  public RunRequest {
    workloads = List.copyOf(workloads);
    instructionBudgets = List.copyOf(instructionBudgets);
    aloneIssue = List.copyOf(aloneIssue);
    tenants = List.copyOf(tenants);
    partitions = List.copyOf(partitions);
  }

  public RunRequest(
      GpuConfig gpu,
      List<Workload> workloads,
      Sharing sharing,
      long instructionBudget,
      boolean restart,
      long seed,
      int epochCycles,
      int ipcWindow,
      boolean check) {
    this(
        gpu,
        workloads,
        sharing,
        Collections.nCopies(workloads.size(), instructionBudget),
        restart,
        seed,
        epochCycles,
        ipcWindow,
        check,
        List.of(),
        Collections.nCopies(workloads.size(), Tenant.USUAL),
        List.of());
  }

  /**
   * Returns a request that runs whole workloads and restarts each until all have finished once,
   * with greedy-then-oldest warp schedulers and Chimera preemption.
   */
  public static RunRequest of(GpuConfig gpu, List<Workload> workloads, String policy) {
    Sharing sharing = new Sharing(policy, Map.of(), "gto", "lrr", "two-way", "chimera");
    return new RunRequest(
        gpu, workloads, sharing, RunPlan.UNLIMITED, true, 1, EPOCH_CYCLES, 0, false);
  }

  /**
   * Returns this request with the issue rates measured in the runs alone.
   *
   * @param issue warp instructions per million cycles and SM of each workload
   */
  public RunRequest withAloneIssue(List<Integer> issue) {
    return with(sharing, instructionBudgets, ipcWindow, issue);
  }

  public RunRequest withPolicy(String policy, Map<String, Object> parameters) {
    Sharing other =
        new Sharing(
            policy,
            parameters,
            sharing.warpScheduler,
            sharing.kernelScheduler,
            sharing.allocation,
            sharing.preemption,
            sharing.preemptionLatencyLimit);
    return with(other, instructionBudgets, ipcWindow, aloneIssue);
  }

  /** Returns this request with other forms of the same workloads. */
  public RunRequest withWorkloads(List<? extends Workload> others) {
    return new RunRequest(
        gpu,
        List.copyOf(others),
        sharing,
        instructionBudgets,
        restart,
        seed,
        epochCycles,
        ipcWindow,
        check,
        aloneIssue,
        tenants,
        partitions);
  }

  /** Returns this request with tenants and partitions. */
  public RunRequest withTenants(List<Tenant> others, List<Partition> parts) {
    return new RunRequest(
        gpu,
        workloads,
        sharing,
        instructionBudgets,
        restart,
        seed,
        epochCycles,
        ipcWindow,
        check,
        aloneIssue,
        others,
        parts);
  }

  /** Returns this request with IPC windows. */
  public RunRequest withIpcWindow(int instructions) {
    return with(sharing, instructionBudgets, instructions, aloneIssue);
  }

  /**
   * Returns this request with other instruction budgets.
   *
   * @param budgets thread instructions in the first round of each workload
   */
  public RunRequest withBudgets(List<Long> budgets) {
    return with(sharing, budgets, ipcWindow, aloneIssue);
  }

  private RunRequest with(Sharing other, List<Long> budgets, int window, List<Integer> issue) {
    return new RunRequest(
        gpu,
        workloads,
        other,
        budgets,
        restart,
        seed,
        epochCycles,
        window,
        check,
        issue,
        tenants,
        partitions);
  }

  /**
   * How workloads share a device.
   *
   * @param policy config name of the partition policy
   * @param warpScheduler picks among the warps of a kernel
   * @param kernelScheduler picks among the kernels of an SM
   * @param allocation of registers and shared memory
   * @param preemptionLatencyLimit latency in microseconds that {@code chimera} stays below if it
   *     can, above 0
   */
  public record Sharing(
      String policy,
      Map<String, Object> parameters,
      String warpScheduler,
      String kernelScheduler,
      String allocation,
      String preemption,
      double preemptionLatencyLimit) {
    /** Shares a device with the latency limit of the Chimera paper. */
    public Sharing(
        String policy,
        Map<String, Object> parameters,
        String warpScheduler,
        String kernelScheduler,
        String allocation,
        String preemption) {
      this(
          policy,
          parameters,
          warpScheduler,
          kernelScheduler,
          allocation,
          preemption,
          Chimera.LATENCY_LIMIT_MICROSECONDS);
    }
  }

  public RunPlan plan() {
    return new RunPlan(
        workloads, instructionBudgets, restart, new Perturbation(seed), tenants, partitions);
  }

  /**
   * Returns the request to run one workload alone on the device.
   *
   * @param workload index in {@link #workloads}
   */
  public RunRequest alone(int workload) {
    Sharing alone =
        new Sharing("alone", Map.of(), sharing.warpScheduler, "none", "one-way", "drain");
    return new RunRequest(
        gpu,
        List.of(workloads.get(workload)),
        alone,
        instructionBudgets.get(workload),
        false,
        seed,
        epochCycles,
        0,
        check);
  }
}
