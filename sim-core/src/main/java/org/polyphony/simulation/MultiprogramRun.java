package org.polyphony.simulation;

import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.KernelTraffic;
import org.polyphony.gpu.alloc.RangeAllocator;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.Dispatchers;
import org.polyphony.gpu.dispatch.KernelListener;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.StreamQueues;
import org.polyphony.gpu.dispatch.ThreadBlockPort;
import org.polyphony.gpu.dispatch.ThreadBlockScheduler;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.sm.issue.ProgressCounters;
import org.polyphony.policy.partition.PartitionPolicy;

/**
 * A multiprogrammed run. Processes start together unless their tenants say otherwise, except for
 * small random delays if the seed asks for them. Each process runs until its host program ends or
 * its instruction budget is used up, and restarts until all processes have finished a first round;
 * only first rounds count. Source: GPU Maestro section 5.
 *
 * <p>A process with arrivals runs its host program once for each request instead, and has finished
 * when all requests have ended, or at any time if their number is not limited.
 *
 * <p>A round ends in the very cycle in which it reaches its budget: resident thread blocks are
 * dropped, and the process restarts once they have left. To avoid a comparison at every issue, the
 * budget is checked again after the cycles that the rest of it takes at the peak issue rate.
 */
public final class MultiprogramRun implements DeviceControl {
  private final RunSpec spec;
  private final RunningKernels kernels;
  private final BenchmarkProgress[] processes;
  private final long peakThreadInstructionsPerCycle;
  private boolean done; // all processes have finished

  /**
   * Creates a run that starts with the first {@link #tick}.
   *
   * @param preemption how thread blocks above a quota leave an SM
   * @throws org.polyphony.input.InvalidInputException if a workload has no kernel launch or a
   *     thread block does not fit on an empty SM
   */
  public MultiprogramRun(
      RunSpec spec,
      PartitionPolicy policy,
      RangeAllocator.Factory allocation,
      Preemption preemption,
      Device device) {
    GpuConfig config = spec.gpu();
    spec.workloads().forEach(workload -> RunningKernels.check(config.sm(), workload));
    this.spec = spec;
    Dispatchers dispatchers =
        new Partitions(config, spec.workloads().size(), spec.partitions())
            .dispatchers(spec.tenants());
    OpenRun.SmSharing sharing = new OpenRun.SmSharing(allocation, preemption);
    this.kernels =
        new RunningKernels(
            config,
            StreamQueues.of(spec.workloads()),
            spec.tenants().stream().mapToInt(Tenant::priority).toArray(),
            device.copies().are(Resource.DISPATCH) ? dispatchers.ofEachProcess() : dispatchers,
            policy,
            sharing,
            device,
            spec.perturbation());
    this.processes = new BenchmarkProgress[spec.workloads().size()];
    for (int i = 0; i < processes.length; i++) {
      Tenant tenant = spec.tenants().get(i);
      long start = tenant.start() + spec.perturbation().start(i);
      processes[i] = new BenchmarkProgress(i, kernels.queues(), tenant, start, device.progress());
    }
    this.peakThreadInstructionsPerCycle =
        (long) config.sms()
            * config.sm().warpSchedulers()
            * config.sm().issueWidth()
            * Kernel.WARP_SIZE;
  }

  /** The device interfaces that a run needs; one object may implement them all. */
  public record Device(
      ThreadBlockPort threadBlocks,
      KernelListener kernels,
      ProgressCounters progress,
      KernelTraffic traffic,
      Copies copies) {
    /** Returns the interfaces of a GPU without any other listener. */
    public static Device of(Gpu gpu) {
      return new Device(gpu.threadBlocks(), gpu, gpu.progress(), gpu.traffic(), gpu.copies());
    }
  }

  @Override
  public void threadBlockEnded(long cycle, int sm, int tbSlot, boolean dropped) {
    kernels.scheduler().threadBlockEnded(cycle, sm, tbSlot, dropped);
  }

  @Override
  public long tick(long cycle) {
    endRoundsAtBudget(cycle);
    endKernels(cycle);
    if (isDone()) {
      return NEVER;
    }
    beginRounds(cycle);
    long due = Math.min(kernels.advance(cycle), kernels.policyDue());
    for (BenchmarkProgress process : processes) {
      process.noteFirstBlock(cycle, kernels);
      due = Math.min(due, Math.min(process.startDue(), budgetDue(cycle, process)));
    }
    return due;
  }

  @Override
  public boolean isDone() {
    return done;
  }

  private void updateDone() {
    done = true;
    for (BenchmarkProgress process : processes) {
      done &= process.isDone();
    }
  }

  /**
   * Returns the results of each process up to {@code cycle} (now): of the first round if it has
   * ended; of all rounds if it has arrivals, or restarts beside a process that has.
   */
  public List<RunResult.Benchmark> results(long cycle) {
    boolean isOpen = spec.isOpen();
    return Arrays.stream(processes)
        .map(
            process ->
                process.result(cycle, isOpen && (spec.restart() || !process.repeatsRounds())))
        .toList();
  }

  /** Returns the completed kernel launches of all first rounds, by process. */
  public List<RunResult.Launch> launches() {
    return Arrays.stream(processes).flatMap(process -> process.launches().stream()).toList();
  }

  /** Returns the requests that have ended, by process, then arrival. */
  public List<RunResult.Request> requests() {
    return Arrays.stream(processes).flatMap(process -> process.requests().stream()).toList();
  }

  /** Returns the share of its first round, or of its requests, that a process has done. */
  double doneShare(int process, double shareOfRound) {
    return processes[process].doneShare(shareOfRound);
  }

  public ThreadBlockScheduler scheduler() {
    return kernels.scheduler();
  }

  private void beginRounds(long cycle) {
    for (BenchmarkProgress process : processes) {
      if (process.takesUpRound(cycle) && !kernels.runs(process.index)) {
        beginRound(cycle, process);
      }
    }
  }

  private void beginRound(long cycle, BenchmarkProgress process) {
    process.beginRound();
    kernels.commands().start(cycle, process.index, spec.workloads().get(process.index));
    process.kernelsLaunched(cycle, kernels.commands());
  }

  private void endRoundsAtBudget(long cycle) {
    for (BenchmarkProgress process : processes) {
      if (kernels.runs(process.index)
          && !process.roundOver
          && process.roundInstructions() >= spec.instructionBudgets().get(process.index)) {
        process.recordKernels(cycle, kernels);
        endRound(cycle, process);
        kernels.commands().cancel(process.index);
        kernels.stop(cycle, process.index);
      }
    }
  }

  private void endRound(long cycle, BenchmarkProgress process) {
    process.endRound(cycle);
    updateDone();
  }

  private void endKernels(long cycle) {
    for (int queue = 0; queue < kernels.queues().count(); queue++) {
      if (kernels.hasEnded(queue)) {
        endKernel(cycle, queue, processes[kernels.queues().process(queue)]);
      }
    }
  }

  private void endKernel(long cycle, int queue, BenchmarkProgress process) {
    if (!process.roundOver) {
      process.recordKernel(cycle, queue, kernels);
    }
    kernels.remove(cycle, queue);
    if (!process.roundOver) {
      if (kernels.commands().kernelEnded(cycle, queue)) {
        process.kernelsLaunched(cycle, kernels.commands());
        return;
      }
      endRound(cycle, process);
    }
    if (spec.restart() && process.repeatsRounds() && !kernels.runs(process.index) && !isDone()) {
      beginRound(cycle, process);
    }
  }

  /** Returns the earliest cycle in which the process can reach its budget. */
  private long budgetDue(long cycle, BenchmarkProgress process) {
    if (!kernels.runs(process.index)
        || process.roundOver
        || spec.instructionBudgets().get(process.index) == RunSpec.UNLIMITED) {
      return NEVER;
    }
    long rest = spec.instructionBudgets().get(process.index) - process.roundInstructions();
    return cycle
        + Math.max(1, (rest + peakThreadInstructionsPerCycle - 1) / peakThreadInstructionsPerCycle);
  }
}
