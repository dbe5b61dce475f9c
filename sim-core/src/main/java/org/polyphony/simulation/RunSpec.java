package org.polyphony.simulation;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.policy.partition.Alone;
import org.polyphony.policy.preemption.Chimera;

/**
 * A run: everything that determines its result, and what is recorded of it. Source of rounds: GPU
 * Maestro section 5.
 *
 * @param gpu the device; must be valid
 * @param workloads one per process, 1 to {@value #MAX_PROCESSES}
 * @param instructionBudgets thread instructions after which a round of each workload ends even if
 *     its host program has not, at least 1
 * @param tenants how each process comes to the device, one for each workload
 * @param partitions of the device; empty if all processes share the whole
 * @param restart whether a finished process restarts until all have finished once; if false, it
 *     leaves the device to the others
 * @param seed of all random draws; a seed above 1 also perturbs the timing of the run
 * @param policy config name of the partition policy
 * @param parameters of the policy, by name
 * @param warpScheduler picks among the warps of a kernel
 * @param kernelScheduler picks among the kernels of an SM, unless the policy wants another
 * @param allocation of registers and shared memory
 * @param preemption technique
 * @param preemptionLatencyLimit latency in microseconds that {@code chimera} stays below if it can,
 *     above 0
 * @param copies resources of which each workload has a copy of its own
 * @param aloneIssue warp instructions per million cycles and SM of each workload when it runs
 *     alone; empty if unknown
 * @param epochCycles core cycles per row of {@code epochs.csv}; 0 for the epochs of the policy, or
 *     {@value #EPOCH_CYCLES} if it has none
 * @param ipcWindow thread instructions per SM and row of {@code ipc.csv}; 0 for no rows
 * @param check whether to verify conservation at every epoch
 */
public record RunSpec(
    GpuConfig gpu,
    List<Workload> workloads,
    List<Long> instructionBudgets,
    List<Tenant> tenants,
    List<Partition> partitions,
    boolean restart,
    long seed,
    String policy,
    Map<String, Object> parameters,
    String warpScheduler,
    String kernelScheduler,
    String allocation,
    String preemption,
    double preemptionLatencyLimit,
    Set<Resource> copies,
    List<Integer> aloneIssue,
    int epochCycles,
    int ipcWindow,
    boolean check) {
  /** The maximum number of processes. */
  public static final int MAX_PROCESSES = 32;

  /** No budget: a round ends with its host program. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Core cycles per row of {@code epochs.csv} if the policy has no epochs. */
  public static final int EPOCH_CYCLES = 50_000;

  public RunSpec {
    workloads = List.copyOf(workloads);
    instructionBudgets = List.copyOf(instructionBudgets);
    tenants = List.copyOf(tenants);
    partitions = List.copyOf(partitions);
    copies = Set.copyOf(copies);
    aloneIssue = List.copyOf(aloneIssue);
    require(
        !workloads.isEmpty() && workloads.size() <= MAX_PROCESSES,
        "1 to " + MAX_PROCESSES + " workloads");
    require(instructionBudgets.size() == workloads.size(), "one budget for each workload");
    require(tenants.size() == workloads.size(), "one tenant for each workload");
    require(instructionBudgets.stream().allMatch(budget -> budget > 0), "budgets of 1 or more");
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("a run needs " + what);
    }
  }

  /**
   * Starts a run of whole workloads that start together and restart until all have finished once,
   * with greedy-then-oldest warp schedulers and Chimera preemption.
   */
  public static Builder of(GpuConfig gpu, List<? extends Workload> workloads, String policy) {
    return new Builder(gpu, List.copyOf(workloads)).policy(policy, Map.of());
  }

  /** Returns whether requests arrive, so that the run is a window in which rounds repeat. */
  public boolean isOpen() {
    return tenants.stream().anyMatch(tenant -> tenant.arrivals().isPresent());
  }

  public Perturbation perturbation() {
    return new Perturbation(seed);
  }

  /**
   * Returns the run of one workload alone on the device.
   *
   * @param workload its index
   */
  public RunSpec alone(int workload) {
    Builder alone = of(gpu, List.of(workloads.get(workload)), Alone.NAME);
    alone.instructionBudgets = List.of(instructionBudgets.get(workload));
    alone.restart = false;
    alone.seed = seed;
    alone.warpScheduler = warpScheduler;
    alone.kernelScheduler = "none";
    alone.allocation = "one-way";
    alone.preemption = "drain";
    alone.epochCycles = epochCycles;
    alone.check = check;
    return alone.build();
  }

  /**
   * Returns the run of one workload alone twice, the second round right after the first.
   *
   * @param workload its index
   */
  public RunSpec aloneTwice(int workload) {
    Arrivals twice = new Arrivals.At(List.of(0L, 0L));
    Tenant tenant = new Tenant(0, Optional.of(twice), Tenant.NONE, 0, Tenant.ALL);
    return alone(workload).with().tenants(List.of(tenant)).build();
  }

  /** Starts a run that differs from this one. */
  public Builder with() {
    Builder other = new Builder(gpu, workloads).policy(policy, parameters);
    other.instructionBudgets = instructionBudgets;
    other.tenants = tenants;
    other.partitions = partitions;
    other.restart = restart;
    other.seed = seed;
    other.warpScheduler = warpScheduler;
    other.kernelScheduler = kernelScheduler;
    other.allocation = allocation;
    other.preemption = preemption;
    other.preemptionLatencyLimit = preemptionLatencyLimit;
    other.copies = copies;
    other.aloneIssue = aloneIssue;
    other.epochCycles = epochCycles;
    other.ipcWindow = ipcWindow;
    other.check = check;
    return other;
  }

  /** A builder of runs; each method sets the component of its name. */
  public static final class Builder {
    private GpuConfig gpu;
    private List<Workload> workloads;
    private List<Long> instructionBudgets;
    private List<Tenant> tenants;
    private List<Partition> partitions = List.of();
    private boolean restart = true;
    private long seed = 1;
    private String policy;
    private Map<String, Object> parameters;
    private String warpScheduler = "gto";
    private String kernelScheduler = "lrr";
    private String allocation = "two-way";
    private String preemption = "chimera";
    private double preemptionLatencyLimit = Chimera.LATENCY_LIMIT_MICROSECONDS;
    private Set<Resource> copies = Set.of();
    private List<Integer> aloneIssue = List.of();
    private int epochCycles;
    private int ipcWindow;
    private boolean check;

    private Builder(GpuConfig gpu, List<Workload> workloads) {
      this.gpu = gpu;
      this.workloads = workloads;
      instructionBudgets = Collections.nCopies(workloads.size(), UNLIMITED);
      tenants = Collections.nCopies(workloads.size(), Tenant.USUAL);
    }

    public Builder gpu(GpuConfig other) {
      gpu = other;
      return this;
    }

    /** Sets the workloads, of which budgets and tenants have to be as many. */
    public Builder workloads(List<? extends Workload> others) {
      workloads = List.copyOf(others);
      return this;
    }

    public Builder instructionBudgets(List<Long> budgets) {
      instructionBudgets = budgets;
      return this;
    }

    /** Sets one budget for all workloads. */
    public Builder instructionBudget(long budget) {
      return instructionBudgets(Collections.nCopies(workloads.size(), budget));
    }

    public Builder tenants(List<Tenant> all) {
      tenants = all;
      return this;
    }

    public Builder partitions(List<Partition> all) {
      partitions = all;
      return this;
    }

    public Builder restart(boolean restarts) {
      restart = restarts;
      return this;
    }

    public Builder seed(long other) {
      seed = other;
      return this;
    }

    public Builder policy(String name, Map<String, Object> ofPolicy) {
      policy = name;
      parameters = ofPolicy;
      return this;
    }

    /** Sets the schedulers of warps and of kernels. */
    public Builder schedulers(String ofWarps, String ofKernels) {
      warpScheduler = ofWarps;
      kernelScheduler = ofKernels;
      return this;
    }

    public Builder allocation(String name) {
      allocation = name;
      return this;
    }

    public Builder preemption(String technique) {
      preemption = technique;
      return this;
    }

    public Builder preemptionLatencyLimit(double microseconds) {
      preemptionLatencyLimit = microseconds;
      return this;
    }

    public Builder copies(Set<Resource> resources) {
      copies = resources;
      return this;
    }

    public Builder aloneIssue(List<Integer> issue) {
      aloneIssue = issue;
      return this;
    }

    public Builder epochCycles(int cycles) {
      epochCycles = cycles;
      return this;
    }

    public Builder ipcWindow(int instructions) {
      ipcWindow = instructions;
      return this;
    }

    public Builder check(boolean checks) {
      check = checks;
      return this;
    }

    /** Returns the run. */
    public RunSpec build() {
      return new RunSpec(
          gpu,
          workloads,
          instructionBudgets,
          tenants,
          partitions,
          restart,
          seed,
          policy,
          parameters,
          warpScheduler,
          kernelScheduler,
          allocation,
          preemption,
          preemptionLatencyLimit,
          copies,
          aloneIssue,
          epochCycles,
          ipcWindow,
          check);
    }
  }
}
