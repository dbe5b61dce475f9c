package org.polyphony.simulation;

import org.polyphony.gpu.DeviceListener;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.ResidentBlock;
import org.polyphony.gpu.dispatch.ThreadBlockScheduler;
import org.polyphony.gpu.kernel.Kernel;

/**
 * Logs every thread block that enters or leaves an SM.
 *
 * <p>State per SM and slot: kernel row and thread-block index; per kernel row: workload and launch;
 * per workload: launches started and thread blocks completed.
 */
final class DeviceWatch implements DeviceListener {
  private final int slots;
  private final EventLog log;
  private final SmProgress smProgress;
  private final WorkloadMeter meter;
  private final RunWatcher watcher;
  private final int[] workloadOfRow = new int[KernelControlBlocks.ROWS];
  private final int[] launchOfRow = new int[KernelControlBlocks.ROWS];
  private final int[] rowOfSlot;
  private final long[] blockOfSlot;
  private final int[] launches;
  private final long[] ended;
  private ThreadBlockScheduler scheduler; // set before the device runs

  DeviceWatch(
      GpuConfig gpu,
      int workloads,
      EventLog log,
      SmProgress smProgress,
      WorkloadMeter meter,
      RunWatcher watcher) {
    this.watcher = watcher;
    this.log = log;
    this.smProgress = smProgress;
    this.meter = meter;
    slots = gpu.sm().threadBlocks();
    rowOfSlot = new int[gpu.sms() * slots];
    blockOfSlot = new long[gpu.sms() * slots];
    launches = new int[workloads];
    ended = new long[workloads];
  }

  /** Sets the scheduler whose decisions are logged. */
  void watch(ThreadBlockScheduler deciding) {
    scheduler = deciding;
  }

  /** Returns the number of thread blocks that a workload has completed, in all rounds. */
  long ended(int workload) {
    return ended[workload];
  }

  private void note(long cycle, EventLog.Kind kind, int sm, int slot) {
    int row = rowOfSlot[sm * slots + slot];
    log.add(cycle, kind, sm, slot);
    log.about(workloadOfRow[row], launchOfRow[row], blockOfSlot[sm * slots + slot]);
  }

  @Override
  public void placed(
      long cycle, int sm, int tbSlot, int kernelRow, long threadBlock, boolean isResumed) {
    rowOfSlot[sm * slots + tbSlot] = kernelRow;
    blockOfSlot[sm * slots + tbSlot] = threadBlock;
    meter.placed(cycle, kernelRow);
    note(cycle, isResumed ? EventLog.Kind.RESUME : EventLog.Kind.LAUNCH, sm, tbSlot);
  }

  @Override
  public void left(long cycle, int sm, int tbSlot, boolean dropped) {
    note(cycle, dropped ? EventLog.Kind.DROP : EventLog.Kind.END, sm, tbSlot);
    int row = rowOfSlot[sm * slots + tbSlot];
    meter.left(cycle, row);
    ended[workloadOfRow[row]] += dropped ? 0 : 1;
  }

  @Override
  public void dropped(long cycle, int sm, int tbSlot) {
    if (!scheduler.kernels().isStopping(rowOfSlot[sm * slots + tbSlot])) {
      note(cycle, EventLog.Kind.FLUSH, sm, tbSlot);
    }
  }

  @Override
  public void preferred(long cycle, int sm, int tbSlot, boolean first) {
    if (!first) {
      note(cycle, EventLog.Kind.KEEP, sm, tbSlot);
    } else if (scheduler.sms().block(sm, tbSlot).state() == ResidentBlock.State.PREEMPTING) {
      note(cycle, EventLog.Kind.DRAIN, sm, tbSlot);
    }
  }

  @Override
  public void suspended(long cycle, int sm, int tbSlot) {
    note(cycle, EventLog.Kind.SUSPEND, sm, tbSlot);
  }

  /** Skips host copies once the run is to stop, since no cycle passes until they complete. */
  @Override
  public boolean allowsHostCopy() {
    return !watcher.isStopped();
  }

  @Override
  public void kernelStarted(long cycle, int kernelRow, int process, Kernel kernel) {
    workloadOfRow[kernelRow] = process;
    launchOfRow[kernelRow] = launches[process]++;
    smProgress.rowTaken(kernelRow, process);
    meter.rowTaken(cycle, kernelRow, process, kernel.warpsPerBlock());
  }
}
