package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.CommandProcessor;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.KernelListener;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.dispatch.ThreadBlockScheduler;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InvalidInputException;
import org.polyphony.policy.partition.PartitionPolicy;

/**
 * Life cycle of kernels: launched by the command processor, started when due, their thread blocks
 * placed on SMs according to the partition policy, and removed after the last one has ended.
 * Source: GPU Maestro section 2.2.
 *
 * <p>State per process: the row of its kernel while it is on the device.
 */
final class RunningKernels {
  private static final int NONE = KernelControlBlocks.NONE;

  private final PartitionPolicy policy;
  private final SchedulerView view;
  private final KernelListener listener;
  private final CommandProcessor commands;
  private final ThreadBlockScheduler scheduler;
  private final int[] row;
  private long policyDue = DeviceControl.NEVER;

  RunningKernels(
      GpuConfig config,
      int processes,
      PartitionPolicy policy,
      OpenRun.Placement placement,
      MultiprogramRun.Device device,
      Perturbation perturbation) {
    listener = device.kernels();
    commands =
        new CommandProcessor(
            processes,
            config.kernelLaunchLatency(),
            config.cyclesBetweenKernels(),
            listener,
            perturbation);
    scheduler =
        new ThreadBlockScheduler(
            config, placement.allocation(), device.threadBlocks(), placement.preemption());
    this.policy = policy;
    view = new SchedulerView(config, processes, commands, scheduler, device);
    row = new int[processes];
    Arrays.fill(row, NONE);
  }

  CommandProcessor commands() {
    return commands;
  }

  ThreadBlockScheduler scheduler() {
    return scheduler;
  }

  boolean runs(int process) {
    return row[process] != NONE;
  }

  int row(int process) {
    return row[process];
  }

  /** Returns the cycle of the next call that the policy has requested. */
  long policyDue() {
    return policyDue;
  }

  /** Returns whether the last thread block of a process's kernel has left its SM. */
  boolean hasEnded(int process) {
    return runs(process) && scheduler.kernels().hasEnded(row[process]);
  }

  /** Removes a kernel that has ended from the device. */
  void remove(long cycle, int process) {
    listener.kernelEnded(cycle, row[process]);
    scheduler.remove(cycle, row[process]);
    row[process] = NONE;
  }

  /**
   * Starts kernels that are due, calls the policy, and launches thread blocks.
   *
   * @return the next cycle with work; {@link DeviceControl#NEVER} if nothing happens before a
   *     thread block ends
   * @throws PolicyException if a kernel waits for a place that the policy will never give it
   */
  long advance(long cycle) {
    for (int process = 0; process < row.length; process++) {
      if (commands.dueCycle(process) <= cycle) {
        start(cycle, process);
      }
    }
    askPolicy(cycle);
    return scheduler.launch(cycle) > 0 ? cycle + 1 : nextDue(cycle);
  }

  private void start(long cycle, int process) {
    Kernel kernel = commands.take(process);
    row[process] = scheduler.start(process, kernel);
    listener.kernelStarted(cycle, row[process], process, kernel);
  }

  private long nextDue(long cycle) {
    long due = DeviceControl.NEVER;
    boolean waits = false;
    boolean resident = false;
    for (int process = 0; process < row.length; process++) {
      due = Math.min(due, commands.dueCycle(process));
      waits |= runs(process);
      resident |= runs(process) && scheduler.kernels().resident(row[process]) > 0;
    }
    due = waits ? Math.min(due, Math.min(policyDue, scheduler.roomDue())) : due;
    if (waits && !resident && due == DeviceControl.NEVER) {
      String what = "gives no kernel a place in cycle " + cycle;
      throw policyError(what + ": nothing runs and nothing is due", null);
    }
    return due;
  }

  /** Calls the policy if the list of kernels has changed or the requested cycle is reached. */
  private void askPolicy(long cycle) {
    boolean changed = view.refresh();
    if (!changed && cycle < policyDue) {
      return;
    }
    try {
      policyDue = policy.partition(cycle, view, scheduler.quotas());
    } catch (RuntimeException | AssertionError | StackOverflowError | LinkageError e) {
      throw policyError(
          "failed in cycle " + cycle + ": " + e + "; it was asked about " + describeKernels(), e);
    }
    if (policyDue <= cycle) {
      String when = cycle + " to be asked again in cycle " + policyDue;
      throw policyError("asks in cycle " + when + ", which is not later", null);
    }
  }

  private PolicyException policyError(String what, Throwable cause) {
    return new PolicyException("policy " + policy.name() + " " + what, cause);
  }

  /** Describes the kernels that the policy was called with. */
  private String describeKernels() {
    List<String> kernels = new ArrayList<>();
    for (int i = 0; i < view.kernels(); i++) {
      int row = view.kernel(i);
      kernels.add(
          String.format(
              "kernel %s of process %d, thread blocks: %d on SMs, %d to launch",
              view.name(row), view.process(row), view.resident(row), view.threadBlocksLeft(row)));
    }
    return kernels.isEmpty() ? "no kernel" : String.join("; ", kernels);
  }

  /** Rejects a workload that the device cannot run. */
  static void check(SmConfig sm, Workload workload) {
    boolean launches = false;
    for (int i = 0; i < workload.period(); i++) {
      if (workload.step(i) instanceof Workload.Launch launch) {
        check(sm, workload.name(), launch.kernel());
        launches = true;
      }
    }
    if (!launches) {
      throw new InvalidInputException("workload " + workload.name() + " launches no kernel");
    }
  }

  private static void check(SmConfig sm, String workload, Kernel kernel) {
    ThreadBlockNeed need = ThreadBlockNeed.of(sm, kernel);
    if (Occupancy.of(sm, need).threadBlocks() == 0) {
      throw new InvalidInputException(
          String.format(
              "workload %s: a thread block of kernel %s needs %d threads, %d registers and %d bytes"
                  + " of shared memory, an SM has %d, %d and %d (%d at most for one thread block)",
              workload,
              kernel.name(),
              need.threads(),
              need.registers(),
              need.sharedMemoryBytes(),
              sm.threads(),
              sm.registers(),
              sm.sharedMemoryBytes(),
              sm.sharedMemoryPerBlockBytes()));
    }
  }
}
