package org.polyphony.host;

import org.polyphony.gpu.DeviceControl;
import org.polyphony.gpu.KernelListener;
import org.polyphony.gpu.ThreadBlockPort;
import org.polyphony.gpu.kernel.Kernel;

/** Between what decides and a device: hands all on unchanged and tells a watch of it. */
final class DeviceTap implements ThreadBlockPort, KernelListener {
  private final ThreadBlockPort threadBlocks;
  private final KernelListener kernels;
  private final PlacementWatch watch;

  /**
   * Makes a tap.
   *
   * @param threadBlocks the device's
   * @param kernels the device's
   * @param watch is told
   */
  DeviceTap(ThreadBlockPort threadBlocks, KernelListener kernels, PlacementWatch watch) {
    this.threadBlocks = threadBlocks;
    this.kernels = kernels;
    this.watch = watch;
  }

  /** Returns a control that the device calls in place of another. */
  DeviceControl around(DeviceControl control) {
    return new DeviceControl() {
      @Override
      public void threadBlockEnded(long cycle, int sm, int tbSlot, boolean dropped) {
        watch.left(cycle, sm, tbSlot);
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

  @Override
  public void kernelStarted(long now, int kernelRow, int process, Kernel kernel) {
    watch.kernelStarted(now, kernelRow, process, kernel);
    kernels.kernelStarted(now, kernelRow, process, kernel);
  }

  @Override
  public void kernelEnded(long now, int kernelRow) {
    watch.kernelEnded(now, kernelRow);
    kernels.kernelEnded(now, kernelRow);
  }

  @Override
  public void hostCopy(long now, int process, long address, long bytes) {
    kernels.hostCopy(now, process, address, bytes);
  }

  @Override
  public void launch(long cycle, int sm, int tbSlot, int kernel, long threadBlock) {
    watch.placed(cycle, sm, tbSlot, kernel);
    threadBlocks.launch(cycle, sm, tbSlot, kernel, threadBlock);
  }

  @Override
  public void resume(
      long cycle, int sm, int tbSlot, int kernel, long threadBlock, boolean movesContext) {
    watch.placed(cycle, sm, tbSlot, kernel);
    threadBlocks.resume(cycle, sm, tbSlot, kernel, threadBlock, movesContext);
  }

  @Override
  public void drop(long cycle, int sm, int tbSlot) {
    threadBlocks.drop(cycle, sm, tbSlot);
  }

  @Override
  public void prefer(long cycle, int sm, int tbSlot, boolean first) {
    threadBlocks.prefer(cycle, sm, tbSlot, first);
  }

  @Override
  public void suspend(long cycle, int sm, int tbSlot, boolean movesContext) {
    threadBlocks.suspend(cycle, sm, tbSlot, movesContext);
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
}
