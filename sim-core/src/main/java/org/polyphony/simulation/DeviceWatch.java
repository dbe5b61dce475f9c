package org.polyphony.simulation;

import org.polyphony.gpu.DeviceControl;
import org.polyphony.gpu.DeviceTap;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.ResidentBlock;
import org.polyphony.gpu.dispatch.ThreadBlockScheduler;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.multiprogram.MultiprogramRun;

/**
 * Notes every thread block that comes to an SM of a device and goes.
 *
 * <p>State per SM and slot: the event's workload, launch and thread block; per kernel row: the same
 * of the kernel; per workload: launches begun and thread blocks ended.
 */
final class DeviceWatch extends DeviceTap {
  private final int slots;
  private final EventLog log;
  private final SmProgress smProgress;
  private final RunWatcher watcher;
  private final int[] workloadOfRow = new int[KernelControlBlocks.ROWS];
  private final int[] launchOfRow = new int[KernelControlBlocks.ROWS];
  private final int[] rowOfSlot;
  private final long[] blockOfSlot;
  private final int[] launches;
  private final long[] ended;
  private ThreadBlockScheduler scheduler; // set before the device runs

  DeviceWatch(Gpu gpu, int workloads, EventLog log, SmProgress smProgress, RunWatcher watcher) {
    super(gpu);
    this.watcher = watcher;
    this.log = log;
    this.smProgress = smProgress;
    slots = gpu.config().sm().threadBlocks();
    rowOfSlot = new int[gpu.config().sms() * slots];
    blockOfSlot = new long[gpu.config().sms() * slots];
    launches = new int[workloads];
    ended = new long[workloads];
  }

  /** Returns the thread blocks of a workload that have ended, in all rounds. */
  long ended(int workload) {
    return ended[workload];
  }

  /** Returns the control with this watch before it. */
  DeviceControl watching(MultiprogramRun control) {
    scheduler = control.scheduler();
    return around(control);
  }

  @Override
  protected void left(long cycle, int sm, int tbSlot, boolean dropped) {
    note(cycle, dropped ? EventLog.Kind.DROP : EventLog.Kind.END, sm, tbSlot);
    ended[workloadOfRow[rowOfSlot[sm * slots + tbSlot]]] += dropped ? 0 : 1;
  }

  private void note(long cycle, EventLog.Kind kind, int sm, int slot) {
    int row = rowOfSlot[sm * slots + slot];
    log.add(cycle, kind, sm, slot);
    log.about(workloadOfRow[row], launchOfRow[row], blockOfSlot[sm * slots + slot]);
  }

  private void place(int sm, int tbSlot, int kernel, long threadBlock) {
    rowOfSlot[sm * slots + tbSlot] = kernel;
    blockOfSlot[sm * slots + tbSlot] = threadBlock;
  }

  @Override
  public void launch(long cycle, int sm, int tbSlot, int kernel, long threadBlock) {
    place(sm, tbSlot, kernel, threadBlock);
    note(cycle, EventLog.Kind.LAUNCH, sm, tbSlot);
    super.launch(cycle, sm, tbSlot, kernel, threadBlock);
  }

  @Override
  public void drop(long cycle, int sm, int tbSlot) {
    if (!scheduler.kernels().isStopping(rowOfSlot[sm * slots + tbSlot])) {
      note(cycle, EventLog.Kind.FLUSH, sm, tbSlot);
    }
    super.drop(cycle, sm, tbSlot);
  }

  @Override
  public void prefer(long cycle, int sm, int tbSlot, boolean first) {
    if (!first) {
      note(cycle, EventLog.Kind.KEEP, sm, tbSlot);
    } else if (scheduler.sms().block(sm, tbSlot).state() == ResidentBlock.State.PREEMPTING) {
      note(cycle, EventLog.Kind.DRAIN, sm, tbSlot);
    }
    super.prefer(cycle, sm, tbSlot, first);
  }

  @Override
  public void suspend(long cycle, int sm, int tbSlot, boolean movesContext) {
    note(cycle, EventLog.Kind.SUSPEND, sm, tbSlot);
    super.suspend(cycle, sm, tbSlot, movesContext);
  }

  @Override
  public void resume(
      long cycle, int sm, int tbSlot, int kernel, long threadBlock, boolean movesContext) {
    place(sm, tbSlot, kernel, threadBlock);
    note(cycle, EventLog.Kind.RESUME, sm, tbSlot);
    super.resume(cycle, sm, tbSlot, kernel, threadBlock, movesContext);
  }

  /** A run that is to stop leaves out the copies that still lie before its next cycle. */
  @Override
  public void hostCopy(long cycle, int process, long address, long bytes) {
    if (!watcher.isStopped()) {
      super.hostCopy(cycle, process, address, bytes);
    }
  }

  @Override
  public void kernelStarted(long cycle, int kernelRow, int process, Kernel kernel) {
    workloadOfRow[kernelRow] = process;
    launchOfRow[kernelRow] = launches[process]++;
    smProgress.rowTaken(kernelRow, process);
    super.kernelStarted(cycle, kernelRow, process, kernel);
  }
}
