package org.polyphony.gpu.testing;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.sm.issue.WarpScheduling;
import org.polyphony.policy.partition.Alone;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.preemption.OneTechnique;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.simulation.MultiprogramRun;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;

/** A device that runs workloads to their end; made anew for each run. */
public final class DeviceRun {
  /** Longer than any reply takes that is still under way when a kernel ends. */
  private static final int DRAIN_CYCLES = 20_000;

  private final Gpu gpu;
  private final MultiprogramRun control;

  private DeviceRun(
      RunSpec spec, WarpScheduling scheduling, PartitionPolicy policy, Preemption preemption) {
    gpu = new Gpu(spec.gpu(), scheduling, spec.workloads().size());
    control =
        new MultiprogramRun(
            spec,
            policy,
            RangeAllocators.of(RangeAllocators.TWO_WAY, 2),
            preemption,
            MultiprogramRun.Device.of(gpu));
  }

  public static DeviceRun alone(GpuConfig config, ScriptedKernel kernel) {
    return of(config, WarpSchedulers.scheduling("gto", "none"), new Alone(), kernel.once());
  }

  /** Prepares workloads that each run once. */
  public static DeviceRun of(
      GpuConfig config, WarpScheduling scheduling, PartitionPolicy policy, Workload... workloads) {
    return new DeviceRun(once(config, workloads), scheduling, policy, OneTechnique.DRAIN);
  }

  /** Prepares workloads that each run once, under a policy that preempts. */
  public static DeviceRun preempting(
      GpuConfig config, PartitionPolicy policy, Preemption preemption, Workload... workloads) {
    WarpScheduling scheduling = WarpSchedulers.scheduling("gto", "lrr");
    return new DeviceRun(once(config, workloads), scheduling, policy, preemption);
  }

  private static RunSpec once(GpuConfig config, Workload... workloads) {
    return RunSpec.of(config, List.of(workloads), Alone.NAME).restart(false).build();
  }

  /** Prepares workloads with an instruction budget; they start again until all have reached it. */
  public static DeviceRun withBudget(
      GpuConfig config, PartitionPolicy policy, long budget, Workload... workloads) {
    RunSpec spec =
        RunSpec.of(config, List.of(workloads), Alone.NAME).instructionBudget(budget).build();
    return new DeviceRun(
        spec, WarpSchedulers.scheduling("gto", "none"), policy, OneTechnique.DRAIN);
  }

  public DeviceRun run() {
    gpu.run(control, cycle -> cycle + 1000);
    return this;
  }

  public DeviceRun run(Gpu.Observer observer) {
    gpu.run(control, observer);
    return this;
  }

  /** Runs until what is in flight has been replied to. */
  public DeviceRun drain() {
    gpu.run(new Pause(gpu.cycle() + DRAIN_CYCLES), cycle -> cycle + 1000);
    return this;
  }

  public Gpu gpu() {
    return gpu;
  }

  public MultiprogramRun control() {
    return control;
  }

  public long kernelCycles() {
    return kernelCycles(0);
  }

  public long kernelCycles(int workload) {
    RunResult.Launch first =
        control.launches().stream().filter(l -> l.workload() == workload).findFirst().orElseThrow();
    return first.cycles() - gpu.config().kernelLaunchLatency();
  }

  public long slots(int sm, StallCause cause) {
    return gpu.smCounters(sm).issueSlots().get(cause.ordinal());
  }

  public String fingerprint() {
    List<String> all = new ArrayList<>();
    all.add("cycle " + gpu.cycle());
    control.results(gpu.cycle()).forEach(result -> all.add(result.toString()));
    for (int sm = 0; sm < gpu.config().sms(); sm++) {
      all.add("SM " + sm + ": " + gpu.smCounters(sm));
    }
    MemoryCounters memory = gpu.memoryCounters();
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      long cycles = gpu.traffic().loadCycles(gpu.cycle(), row);
      all.add("loads " + gpu.traffic().loads(row) + " " + cycles);
    }
    all.add("L2 " + memory.l2Accesses() + " " + memory.l2Misses());
    all.add("rows " + memory.activates() + " " + memory.rowHits());
    all.add("DRAM bytes " + memory.dramReadBytes() + " " + memory.dramWriteBytes());
    return String.join("\n", all);
  }

  /** Lets the device go on without control for a while. */
  private static final class Pause implements DeviceControl {
    private final long end;
    private boolean done;

    Pause(long end) {
      this.end = end;
    }

    @Override
    public void threadBlockEnded(long cycle, int sm, int tbSlot, boolean dropped) {
      throw new IllegalStateException("a thread block ended after the run, in cycle " + cycle);
    }

    @Override
    public long tick(long cycle) {
      done = cycle >= end;
      return end;
    }

    @Override
    public boolean isDone() {
      return done;
    }
  }
}
