package org.polyphony.multiprogram;

import java.util.Arrays;
import org.polyphony.gpu.DeviceControl;
import org.polyphony.gpu.KernelListener;
import org.polyphony.gpu.Perturbation;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.CommandProcessor;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.ThreadBlockScheduler;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.policy.partition.PartitionPolicy;

/**
 * The life of kernels: launched by the command processor, started when they are due, given thread
 * blocks on SMs as the partition policy says, and taken off the device when the last has ended.
 * Source: GPU Maestro section 2.2.
 *
 * <p>State per process: the row of its kernel while one is on the device, and when that started.
 */
final class RunningKernels {
  private static final int NONE = KernelControlBlocks.NONE;

  private final Partitioning partitioning;
  private final KernelListener listener;
  private final CommandProcessor commands;
  private final ThreadBlockScheduler scheduler;
  private final int[] row;
  private final long[] startCycle;

  /**
   * Makes a device on which nothing runs.
   *
   * @param policy how they share the device; a fresh object
   */
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
    SchedulerView view = new SchedulerView(config, processes, commands, scheduler, device);
    partitioning = new Partitioning(policy, view, scheduler.quotas());
    row = new int[processes];
    startCycle = new long[processes];
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

  /** Returns when the kernel of a process started that is on the device. */
  long startCycle(int process) {
    return startCycle[process];
  }

  /** Returns when the policy wants to be asked although nothing has changed. */
  long policyDue() {
    return partitioning.due();
  }

  /** Returns whether the last thread block of a process's kernel has left. */
  boolean hasEnded(int process) {
    return runs(process) && scheduler.kernels().hasEnded(row[process]);
  }

  /** Takes a kernel that has ended off the device. */
  void remove(long cycle, int process) {
    listener.kernelEnded(cycle, row[process]);
    scheduler.remove(cycle, row[process]);
    row[process] = NONE;
  }

  /**
   * Starts kernels that are due, asks the policy, and gives thread blocks their places.
   *
   * @return the next cycle in which there is something to do, {@link DeviceControl#NEVER} when
   *     thread blocks that end come first
   * @throws PolicyException if a kernel waits for a place that the policy will never give it
   */
  long advance(long cycle) {
    for (int process = 0; process < row.length; process++) {
      if (commands.dueCycle(process) <= cycle) {
        start(cycle, process);
      }
    }
    partitioning.update(cycle);
    return scheduler.launch(cycle) > 0 ? cycle + 1 : nextDue(cycle);
  }

  private void start(long cycle, int process) {
    Kernel kernel = commands.take(process);
    row[process] = scheduler.start(process, kernel);
    startCycle[process] = cycle;
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
    due = waits ? Math.min(due, Math.min(partitioning.due(), scheduler.roomDue())) : due;
    if (waits && !resident && due == DeviceControl.NEVER) {
      throw partitioning.givesNoPlace(cycle);
    }
    return due;
  }
}
