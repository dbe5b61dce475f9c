package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.CommandProcessor;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.Dispatchers;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.KernelListener;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.dispatch.StreamQueues;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.dispatch.ThreadBlockScheduler;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InvalidInputException;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.usercode.UserCodeException;

/**
 * Life cycle of kernels: launched by the command processor, started when due, their thread blocks
 * placed on SMs according to the partition policy, and removed after the last one has ended.
 * Source: GPU Maestro section 2.2.
 *
 * <p>State per hardware queue: the row of its kernel while it is on the device.
 */
final class RunningKernels {
  private static final int NONE = KernelControlBlocks.NONE;

  private final PartitionPolicy policy;
  private final SchedulerView view;
  private final KernelListener listener;
  private final CommandProcessor commands;
  private final ThreadBlockScheduler scheduler;
  private final StreamQueues queues;
  private final int[] row;
  private long policyDue = DeviceControl.NEVER;

  RunningKernels(
      GpuConfig config,
      StreamQueues queues,
      int[] priorities,
      Dispatchers dispatchers,
      PartitionPolicy policy,
      OpenRun.SmSharing sharing,
      MultiprogramRun.Device device,
      Perturbation perturbation) {
    this.queues = queues;
    listener = device.kernels();
    commands =
        new CommandProcessor(
            queues,
            config.kernelLaunchLatency(),
            config.cyclesBetweenKernels(),
            listener,
            perturbation);
    scheduler =
        new ThreadBlockScheduler(
            config, sharing.allocation(), device.threadBlocks(), sharing.preemption(), dispatchers);
    this.policy = policy;
    view =
        new SchedulerView(config, priorities, commands, scheduler, device, policy.sharesStreams());
    row = new int[queues.count()];
    Arrays.fill(row, NONE);
  }

  /** Sets the priority of a process's kernels; higher is more important. */
  void setPriority(int process, int priority) {
    view.setPriority(process, priority);
  }

  CommandProcessor commands() {
    return commands;
  }

  ThreadBlockScheduler scheduler() {
    return scheduler;
  }

  /** Returns whether a process has a kernel on the device. */
  boolean runs(int process) {
    boolean runs = false;
    for (int queue = 0; queue < row.length; queue++) {
      runs |= queues.process(queue) == process && row[queue] != NONE;
    }
    return runs;
  }

  StreamQueues queues() {
    return queues;
  }

  /** Returns the row of the kernel of a queue, or {@link KernelControlBlocks#NONE}. */
  int row(int queue) {
    return row[queue];
  }

  /** Returns the cycle of the next call that the policy has requested. */
  long policyDue() {
    return policyDue;
  }

  /** Returns whether the last thread block of a queue's kernel has left its SM. */
  boolean hasEnded(int queue) {
    return row[queue] != NONE && scheduler.kernels().hasEnded(row[queue]);
  }

  /** Stops the kernels of a process. */
  void stop(long cycle, int process) {
    for (int queue = 0; queue < row.length; queue++) {
      if (queues.process(queue) == process && row[queue] != NONE) {
        scheduler.stop(cycle, row[queue]);
      }
    }
  }

  /** Removes a kernel that has ended from the device. */
  void remove(long cycle, int queue) {
    listener.kernelEnded(cycle, row[queue]);
    scheduler.remove(cycle, row[queue]);
    row[queue] = NONE;
  }

  /**
   * Starts kernels that are due, calls the policy, and launches thread blocks.
   *
   * @return the next cycle with work; {@link DeviceControl#NEVER} if nothing happens before a
   *     thread block ends
   * @throws UserCodeException if a kernel waits for a place that the policy will never give it
   */
  long advance(long cycle) {
    for (int queue = 0; queue < row.length; queue++) {
      if (commands.dueCycle(queue) <= cycle) {
        start(cycle, queue);
      }
    }
    askPolicy(cycle);
    return scheduler.launch(cycle) > 0 ? cycle + 1 : nextDue(cycle);
  }

  private void start(long cycle, int queue) {
    int process = queues.process(queue);
    Kernel kernel = commands.take(queue);
    row[queue] = scheduler.start(process, kernel);
    listener.kernelStarted(cycle, row[queue], process, kernel);
  }

  private long nextDue(long cycle) {
    long due = DeviceControl.NEVER;
    boolean waits = false;
    boolean resident = false;
    for (int queue = 0; queue < row.length; queue++) {
      due = Math.min(due, commands.dueCycle(queue));
      waits |= row[queue] != NONE;
      resident |= row[queue] != NONE && scheduler.kernels().resident(row[queue]) > 0;
    }
    due = waits ? Math.min(due, Math.min(policyDue, scheduler.roomDue())) : due;
    if (waits && !resident && due == DeviceControl.NEVER) {
      String what = " gives no kernel a place in cycle " + cycle;
      throw policyError(what + ": nothing runs and nothing is due");
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
    } catch (UserCodeException e) {
      String asked = e.getMessage() + "; it was asked about " + describeKernels();
      throw new UserCodeException(asked, e);
    }
    view.shareStreams(scheduler.quotas());
    if (policyDue <= cycle) {
      String when = policyDue + ", which is not later than this cycle, " + cycle;
      throw policyError(": partition() asks to be called again in cycle " + when);
    }
  }

  private UserCodeException policyError(String what) {
    return new UserCodeException("policy " + policy.name() + what);
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
