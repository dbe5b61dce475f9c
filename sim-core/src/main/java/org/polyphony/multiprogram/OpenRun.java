package org.polyphony.multiprogram;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.polyphony.gpu.CommandProcessor;
import org.polyphony.gpu.DeviceControl;
import org.polyphony.gpu.KernelControlBlocks;
import org.polyphony.gpu.KernelListener;
import org.polyphony.gpu.Preemption;
import org.polyphony.gpu.ThreadBlockScheduler;
import org.polyphony.gpu.alloc.RangeAllocator;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.policy.partition.PartitionPolicy;

/**
 * A run without a plan: at any time a process may begin a workload, which it runs once to its end,
 * or be stopped. Source: a device under a host, as in schedGPU section 2.
 *
 * <p>State per process: the row of its kernel while one is on the device; whether it has a
 * workload.
 */
public final class OpenRun implements DeviceControl {
  private static final int NO_ROW = KernelControlBlocks.NONE;

  private final GpuConfig config;
  private final Partitioning partitioning;
  private final KernelListener listener;
  private final CommandProcessor commands;
  private final ThreadBlockScheduler scheduler;
  private final int[] row;
  private final boolean[] stopped; // its last thread blocks are leaving
  private int active; // a bit for each process that has a workload
  private int ended; // a bit for each process whose end has not been taken

  /**
   * Makes a run of idle processes.
   *
   * @param config the device
   * @param processes how many there are, 1 to {@value RunPlan#MAX_PROCESSES}
   * @param policy how they share it; a fresh object
   * @param placement of thread blocks on SMs
   * @param device the SMs and what else must know
   */
  public OpenRun(
      GpuConfig config,
      int processes,
      PartitionPolicy policy,
      Placement placement,
      MultiprogramRun.Device device) {
    if (processes < 1 || processes > RunPlan.MAX_PROCESSES) {
      throw new IllegalArgumentException("processes: " + processes);
    }
    this.config = config;
    this.listener = device.kernels();
    this.commands =
        new CommandProcessor(
            Collections.nCopies(processes, new Nothing()),
            config.kernelLaunchLatency(),
            device.kernels());
    this.scheduler =
        new ThreadBlockScheduler(
            config, placement.allocation(), device.threadBlocks(), placement.preemption());
    SchedulerView view =
        new SchedulerView(config, processes, commands, scheduler, device.progress());
    this.partitioning = new Partitioning(policy, view, scheduler.quotas());
    this.row = new int[processes];
    this.stopped = new boolean[processes];
    Arrays.fill(row, NO_ROW);
  }

  /**
   * How thread blocks come to SMs and leave them.
   *
   * @param allocation how registers and shared memory are placed on an SM
   * @param preemption how thread blocks above a quota leave an SM
   */
  public record Placement(RangeAllocator.Factory allocation, Preemption preemption) {}

  /** The host program of a process that has not begun yet. */
  private record Nothing() implements Workload {
    @Override
    public String name() {
      return "";
    }

    @Override
    public int steps() {
      return 0;
    }

    @Override
    public Step step(int index) {
      throw new IndexOutOfBoundsException(index);
    }
  }

  /**
   * Begins a workload.
   *
   * @param cycle now; {@link #tick} follows in it
   * @param process an idle one
   * @param workload what it runs
   * @throws org.polyphony.input.InvalidInputException if it launches nothing, or a thread block of
   *     it fits on no SM
   */
  public void begin(long cycle, int process, Workload workload) {
    if (!isIdle(process)) {
      throw new IllegalArgumentException("busy process: " + process);
    }
    LaunchCheck.check(config.sm(), List.of(workload));
    active |= 1 << process;
    stopped[process] = false;
    commands.start(cycle, process, workload);
  }

  /**
   * Stops a process; it is idle once its thread blocks have left.
   *
   * @param cycle now; {@link #tick} follows in it
   * @param process one that runs
   */
  public void stop(long cycle, int process) {
    commands.cancel(process);
    stopped[process] = true;
    if (row[process] != NO_ROW) {
      scheduler.stop(cycle, row[process]);
    }
  }

  /** Returns whether a process has no workload and can begin one. */
  public boolean isIdle(int process) {
    return ((active | ended) >>> process & 1) == 0;
  }

  /** Returns a process whose workload has ended, once; -1 when there is none. */
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
    scheduler.threadBlockEnded(cycle, sm, tbSlot, dropped);
  }

  @Override
  public long tick(long cycle) {
    endKernels(cycle);
    startKernels(cycle);
    partitioning.update(cycle);
    int launched = scheduler.launch(cycle);
    return launched > 0 ? cycle + 1 : nextDue(cycle);
  }

  /** Returns false: another process may always begin. */
  @Override
  public boolean isDone() {
    return false;
  }

  private void endKernels(long cycle) {
    for (int rest = active; rest != 0; rest &= rest - 1) {
      int process = Integer.numberOfTrailingZeros(rest);
      if (row[process] == NO_ROW) {
        endStopped(process);
      } else if (scheduler.kernels().hasEnded(row[process])) {
        listener.kernelEnded(cycle, row[process]);
        scheduler.remove(row[process]);
        row[process] = NO_ROW;
        if (stopped[process]) {
          endStopped(process);
        } else if (!commands.advance(cycle, process)) {
          active &= ~(1 << process);
          ended |= 1 << process;
        }
      }
    }
  }

  private void endStopped(int process) {
    if (stopped[process]) {
      active &= ~(1 << process);
    }
  }

  private void startKernels(long cycle) {
    for (int rest = active; rest != 0; rest &= rest - 1) {
      int process = Integer.numberOfTrailingZeros(rest);
      if (commands.dueCycle(process) <= cycle) {
        Kernel kernel = commands.take(process);
        row[process] = scheduler.start(process, kernel);
        listener.kernelStarted(cycle, row[process], process, kernel);
      }
    }
  }

  private long nextDue(long cycle) {
    long due = NEVER;
    boolean waits = false;
    boolean resident = false;
    for (int rest = active; rest != 0; rest &= rest - 1) {
      int process = Integer.numberOfTrailingZeros(rest);
      due = Math.min(due, commands.dueCycle(process));
      waits |= row[process] != NO_ROW;
      resident |= row[process] != NO_ROW && scheduler.kernels().resident(row[process]) > 0;
    }
    due = waits ? Math.min(due, partitioning.due()) : due;
    if (waits && !resident && due == NEVER) {
      throw partitioning.givesNoPlace(cycle);
    }
    return due;
  }
}
