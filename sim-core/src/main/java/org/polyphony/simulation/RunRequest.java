package org.polyphony.simulation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.policy.preemption.Chimera;

/**
 * Everything that determines the result of a run.
 *
 * @param gpu the device; must be valid
 * @param plan what runs, and for how long
 * @param epochCycles core cycles per row of {@code epochs.csv}, at least 1
 * @param ipcWindow thread instructions per SM and row of {@code ipc.csv}; 0 for no rows
 * @param check whether to verify conservation at every epoch
 * @param aloneIssue warp instructions per million cycles and SM of each workload when it runs
 *     alone; empty if unknown
 */
public record RunRequest(
    GpuConfig gpu,
    RunPlan plan,
    Sharing sharing,
    int epochCycles,
    int ipcWindow,
    boolean check,
    List<Integer> aloneIssue) {
  /** Core cycles per row of {@code epochs.csv} if the policy has no epochs. */
  public static final int EPOCH_CYCLES = 50_000;

  public RunRequest {
    aloneIssue = List.copyOf(aloneIssue);
  }

  /** Creates a request of workloads that start together. */
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
        new RunPlan(workloads, instructionBudget, restart).withSeed(seed),
        sharing,
        epochCycles,
        ipcWindow,
        check,
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

  public List<Workload> workloads() {
    return plan.workloads();
  }

  public List<Long> instructionBudgets() {
    return plan.instructionBudgets();
  }

  public boolean restart() {
    return plan.restart();
  }

  public long seed() {
    return plan.seed();
  }

  public List<Tenant> tenants() {
    return plan.tenants();
  }

  public List<Partition> partitions() {
    return plan.partitions();
  }

  /**
   * Returns this request with the issue rates measured in the runs alone.
   *
   * @param issue warp instructions per million cycles and SM of each workload
   */
  public RunRequest withAloneIssue(List<Integer> issue) {
    return new RunRequest(gpu, plan, sharing, epochCycles, ipcWindow, check, issue);
  }

  public RunRequest withPolicy(String policy, Map<String, Object> parameters) {
    Sharing other = sharing.withPolicy(policy, parameters);
    return new RunRequest(gpu, plan, other, epochCycles, ipcWindow, check, aloneIssue);
  }

  /** Returns this request with another plan. */
  public RunRequest with(RunPlan other) {
    return new RunRequest(gpu, other, sharing, epochCycles, ipcWindow, check, aloneIssue);
  }

  /**
   * Returns this request with other instruction budgets.
   *
   * @param budgets thread instructions in the first round of each workload
   */
  public RunRequest withBudgets(List<Long> budgets) {
    return with(plan.withBudgets(budgets));
  }

  /** Returns this request with IPC windows. */
  public RunRequest withIpcWindow(int instructions) {
    return new RunRequest(gpu, plan, sharing, epochCycles, instructions, check, aloneIssue);
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
   * @param copies resources of which each workload has a copy of its own
   */
  public record Sharing(
      String policy,
      Map<String, Object> parameters,
      String warpScheduler,
      String kernelScheduler,
      String allocation,
      String preemption,
      double preemptionLatencyLimit,
      Set<Resource> copies) {
    public Sharing {
      copies = Set.copyOf(copies);
    }

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
          Chimera.LATENCY_LIMIT_MICROSECONDS,
          Set.of());
    }

    /** Returns this with another policy. */
    public Sharing withPolicy(String other, Map<String, Object> ofOther) {
      return new Sharing(
          other,
          ofOther,
          warpScheduler,
          kernelScheduler,
          allocation,
          preemption,
          preemptionLatencyLimit,
          copies);
    }
  }

  /**
   * Returns the request to run one workload alone twice, the second round right after the first.
   *
   * @param workload its index
   */
  public RunRequest aloneTwice(int workload) {
    RunRequest once = alone(workload);
    Tenant twice =
        new Tenant(0, Optional.of(new Arrivals.At(List.of(0L, 0L))), Tenant.NONE, 0, Tenant.ALL);
    return once.with(once.plan.withTenants(List.of(twice), List.of()));
  }

  /**
   * Returns the request to run one workload alone on the device.
   *
   * @param workload its index
   */
  public RunRequest alone(int workload) {
    Sharing alone =
        new Sharing("alone", Map.of(), sharing.warpScheduler, "none", "one-way", "drain");
    return new RunRequest(
        gpu,
        List.of(workloads().get(workload)),
        alone,
        plan.instructionBudget(workload),
        false,
        seed(),
        epochCycles,
        0,
        check);
  }
}
