package org.polyphony.run;

import org.polyphony.gpu.DeviceControl;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.KernelControlBlocks;
import org.polyphony.gpu.KernelListener;
import org.polyphony.gpu.SmStatusTable;
import org.polyphony.gpu.ThreadBlockPort;
import org.polyphony.gpu.ThreadBlockScheduler;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.multiprogram.MultiprogramRun;

/**
 * Stands between a device and its control and notes every thread block that comes and goes.
 *
 * <p>State per SM and slot: the event's workload, launch and thread block; per kernel row: the same
 * of the kernel; per workload: launches begun and thread blocks ended.
 */
final class DeviceWatch implements ThreadBlockPort, KernelListener {
  private final Gpu gpu;
  private final ThreadBlockPort threadBlocks;
  private final int slots;
  private final EventLog log;
  private final SmProgress smProgress;
  private final int[] workloadOfRow = new int[KernelControlBlocks.ROWS];
  private final int[] launchOfRow = new int[KernelControlBlocks.ROWS];
  private final int[] rowOfSlot;
  private final long[] blockOfSlot;
  private final int[] launches;
  private final long[] ended;
  private ThreadBlockScheduler scheduler; // set before the device runs

  DeviceWatch(Gpu gpu, int workloads, EventLog log, SmProgress smProgress) {
    this.gpu = gpu;
    this.threadBlocks = gpu.threadBlocks();
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
    return new DeviceControl() {
      @Override
      public void threadBlockEnded(long cycle, int sm, int tbSlot, boolean dropped) {
        note(cycle, dropped ? EventLog.Kind.DROP : EventLog.Kind.END, sm, tbSlot);
        ended[workloadOfRow[rowOfSlot[sm * slots + tbSlot]]] += dropped ? 0 : 1;
        control.threadBlockEnded(cycle, sm, tbSlot, dropped);
      }

      @Override
      public long tick(long cycle) {
        return control.tick(cycle);
      }

      @Override
      public boolean isDone() {
        return control.isDone();
      }
    };
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
    threadBlocks.launch(cycle, sm, tbSlot, kernel, threadBlock);
  }

  @Override
  public void drop(long cycle, int sm, int tbSlot) {
    if (!scheduler.kernels().isStopping(rowOfSlot[sm * slots + tbSlot])) {
      note(cycle, EventLog.Kind.FLUSH, sm, tbSlot);
    }
    threadBlocks.drop(cycle, sm, tbSlot);
  }

  @Override
  public void prefer(long cycle, int sm, int tbSlot, boolean first) {
    if (!first) {
      note(cycle, EventLog.Kind.KEEP, sm, tbSlot);
    } else if (scheduler.sms().state(sm, tbSlot) == SmStatusTable.PREEMPTING) {
      note(cycle, EventLog.Kind.DRAIN, sm, tbSlot);
    }
    threadBlocks.prefer(cycle, sm, tbSlot, first);
  }

  @Override
  public void suspend(long cycle, int sm, int tbSlot, boolean movesContext) {
    note(cycle, EventLog.Kind.SUSPEND, sm, tbSlot);
    threadBlocks.suspend(cycle, sm, tbSlot, movesContext);
  }

  @Override
  public void resume(
      long cycle, int sm, int tbSlot, int kernel, long threadBlock, boolean movesContext) {
    place(sm, tbSlot, kernel, threadBlock);
    note(cycle, EventLog.Kind.RESUME, sm, tbSlot);
    threadBlocks.resume(cycle, sm, tbSlot, kernel, threadBlock, movesContext);
  }

  @Override
  public boolean mayRunAgain(int sm, int tbSlot) {
    return threadBlocks.mayRunAgain(sm, tbSlot);
  }

  @Override
  public long issuedBy(int sm, int tbSlot) {
    return threadBlocks.issuedBy(sm, tbSlot);
  }

  @Override
  public long restoreCycles(int sm, int tbSlot) {
    return threadBlocks.restoreCycles(sm, tbSlot);
  }

  @Override
  public void kernelStarted(long cycle, int kernelRow, int process, Kernel kernel) {
    workloadOfRow[kernelRow] = process;
    launchOfRow[kernelRow] = launches[process]++;
    smProgress.rowTaken(kernelRow, process);
    gpu.kernelStarted(cycle, kernelRow, process, kernel);
  }

  @Override
  public void kernelEnded(long cycle, int kernelRow) {
    gpu.kernelEnded(cycle, kernelRow);
  }

  @Override
  public void hostCopy(long cycle, int process, long address, long bytes) {
    gpu.hostCopy(cycle, process, address, bytes);
  }
}
