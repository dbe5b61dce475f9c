package org.polyphony.simulation;

import org.polyphony.gpu.alloc.RangeAllocator;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.Dispatchers;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.StreamQueues;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.policy.partition.PartitionPolicy;

/**
 * A run without a fixed plan: any process may begin a workload at any time, executes it once, and
 * may be stopped; its streams run one after another. It models a GPU driven by a host; source:
 * schedGPU section 2.
 *
 * <p>State per process: whether it has a workload, and whether it is being stopped.
 */
public final class OpenRun implements DeviceControl {
  private final GpuConfig config;
  private final RunningKernels kernels;
  private final boolean[] stopped; // its last thread blocks are leaving
  private int active; // bit p: process p has a workload
  private int ended; // bit p: takeEnded has not yet returned process p

  public OpenRun(
      GpuConfig config,
      int processes,
      PartitionPolicy policy,
      SmSharing sharing,
      MultiprogramRun.Device device) {
    if (processes < 1 || processes > RunSpec.MAX_PROCESSES) {
      throw new IllegalArgumentException("processes: " + processes);
    }
    this.config = config;
    this.kernels =
        new RunningKernels(
            config,
            StreamQueues.onePerProcess(processes),
            new int[processes],
            Dispatchers.one(config.sms()),
            policy,
            sharing,
            device,
            Perturbation.NONE);
    this.stopped = new boolean[processes];
  }

  /**
   * How thread blocks are placed on SMs and preempted.
   *
   * @param allocation how registers and shared memory are allocated on an SM
   * @param preemption how thread blocks above a quota leave an SM
   */
  public record SmSharing(RangeAllocator.Factory allocation, Preemption preemption) {}

  /**
   * Begins a workload.
   *
   * @param cycle now; {@link #tick} must follow in the same cycle
   * @param priority of its kernels; higher is more important
   * @throws org.polyphony.input.InvalidInputException if the workload has no kernel launch or a
   *     thread block does not fit on an empty SM
   */
  public void begin(long cycle, int process, Workload workload, int priority) {
    if (!isIdle(process)) {
      throw new IllegalArgumentException("busy process: " + process);
    }
    RunningKernels.check(config.sm(), workload);
    active |= 1 << process;
    stopped[process] = false;
    kernels.setPriority(process, priority);
    kernels.commands().start(cycle, process, workload);
  }

  /**
   * Stops a process; it becomes idle once its thread blocks have left.
   *
   * @param cycle now; {@link #tick} must follow in the same cycle
   */
  public void stop(long cycle, int process) {
    kernels.commands().cancel(process);
    stopped[process] = true;
    kernels.stop(cycle, process);
  }

  public boolean isIdle(int process) {
    return ((active | ended) >>> process & 1) == 0;
  }

  /** Returns a process whose workload has ended, each once; -1 if there is none. */
  public int takeEnded() {
    if (ended == 0) {
      return -1;
    }
    int process = Integer.numberOfTrailingZeros(ended);
    ended &= ended - 1;
    return process;
  }

  @Override
  public void threadBlockEnded(long cycle, int sm, int tbSlot, boolean dropped) {
    kernels.scheduler().threadBlockEnded(cycle, sm, tbSlot, dropped);
  }

  @Override
  public long tick(long cycle) {
    endKernels(cycle);
    return kernels.advance(cycle);
  }

  /** Returns false, since another workload may begin at any time. */
  @Override
  public boolean isDone() {
    return false;
  }

  private void endKernels(long cycle) {
    for (int rest = active; rest != 0; rest &= rest - 1) {
      int process = Integer.numberOfTrailingZeros(rest);
      if (kernels.hasEnded(process)) {
        kernels.remove(cycle, process);
        if (!stopped[process] && !kernels.commands().kernelEnded(cycle, process)) {
          active &= ~(1 << process);
          ended |= 1 << process;
        }
      }
      if (stopped[process] && !kernels.runs(process)) {
        active &= ~(1 << process);
      }
    }
  }
}
