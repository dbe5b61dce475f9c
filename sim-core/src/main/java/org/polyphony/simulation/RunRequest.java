package org.polyphony.simulation;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.policy.preemption.Chimera;

/**
 * All that determines a run.
 *
 * @param gpu the device, checked
 * @param workloads at least one
 * @param instructionBudgets for each workload: thread instructions after which its first round
 *     ends, at least 1
 * @param restart true when a workload that has ended starts again until all first rounds have ended
 * @param seed for whatever is drawn at random; above 1 it perturbs the run, too
 * @param epochCycles core cycles of a row of {@code epochs.csv}, at least 1
 * @param ipcWindow thread instructions per SM of a row of {@code ipc.csv}; 0 for no such rows
 * @param check true to verify conservation at every epoch
 * @param aloneIssue for each workload: warp instructions that an SM issued in a million cycles when
 *     it ran alone; empty when not known
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
    List<Integer> aloneIssue) {
  /** Core cycles of a row of {@code epochs.csv} where the policy does not count in epochs. */
  public static final int EPOCH_CYCLES = 50_000;

  public RunRequest {
    workloads = List.copyOf(workloads);
    instructionBudgets = List.copyOf(instructionBudgets);
    aloneIssue = List.copyOf(aloneIssue);
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
        List.of());
  }

  /**
   * Returns a request of whole workloads that start again until each has ended once, with greedy
   * warp schedulers and Chimera's preemption.
   */
  public static RunRequest of(GpuConfig gpu, List<Workload> workloads, String policy) {
    Sharing sharing = new Sharing(policy, Map.of(), "gto", "lrr", "two-way", "chimera");
    return new RunRequest(
        gpu, workloads, sharing, RunPlan.UNLIMITED, true, 1, EPOCH_CYCLES, 0, false);
  }

  /**
   * Returns the same request with what the runs alone have shown.
   *
   * @param issue for each workload: warp instructions of an SM in a million cycles
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

  /** Returns the same request cut into windows. */
  public RunRequest withIpcWindow(int instructions) {
    return with(sharing, instructionBudgets, instructions, aloneIssue);
  }

  /**
   * Returns the same request with budgets of their own.
   *
   * @param budgets thread instructions of each workload's first round
   */
  public RunRequest withBudgets(List<Long> budgets) {
    return with(sharing, budgets, ipcWindow, aloneIssue);
  }

  private RunRequest with(Sharing other, List<Long> budgets, int window, List<Integer> issue) {
    return new RunRequest(
        gpu, workloads, other, budgets, restart, seed, epochCycles, window, check, issue);
  }

  /**
   * How workloads share a device.
   *
   * @param policy partition policy, by its config name
   * @param warpScheduler within a kernel
   * @param kernelScheduler between the kernels of an SM
   * @param allocation of registers and shared memory
   * @param preemptionLatencyLimit microseconds that {@code chimera} keeps if it can, above 0
   */
  public record Sharing(
      String policy,
      Map<String, Object> parameters,
      String warpScheduler,
      String kernelScheduler,
      String allocation,
      String preemption,
      double preemptionLatencyLimit) {
    /** Shares with the latency limit of Chimera's paper. */
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
    return new RunPlan(workloads, instructionBudgets, restart, new Perturbation(seed));
  }

  /**
   * Returns the request of one workload alone on the device.
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
