package org.polyphony.gpu;

import org.polyphony.gpu.dispatch.ThreadBlockPort;
import org.polyphony.gpu.kernel.Kernel;

/**
 * Stands between a device and its control and hands everything on unchanged; a subclass takes
 * notice of what it overrides.
 */
public class DeviceTap implements ThreadBlockPort, KernelListener {
  private final ThreadBlockPort threadBlocks;
  private final KernelListener kernels;

  /** Makes a tap before a device. */
  protected DeviceTap(Gpu gpu) {
    this.threadBlocks = gpu.threadBlocks();
    this.kernels = gpu;
  }

  public final DeviceControl around(DeviceControl control) {
    return new DeviceControl() {
      @Override
      public void threadBlockEnded(long cycle, int sm, int tbSlot, boolean dropped) {
        left(cycle, sm, tbSlot, dropped);
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

  /**
   * A thread block has left an SM; the control does not know yet.
   *
   * @param cycle now
   * @param tbSlot its slot
   * @param dropped false when it has ended
   */
  protected void left(long cycle, int sm, int tbSlot, boolean dropped) {}

  @Override
  public void launch(long cycle, int sm, int tbSlot, int kernel, long threadBlock) {
    threadBlocks.launch(cycle, sm, tbSlot, kernel, threadBlock);
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
  public void resume(
      long cycle, int sm, int tbSlot, int kernel, long threadBlock, boolean movesContext) {
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
    kernels.kernelStarted(cycle, kernelRow, process, kernel);
  }

  @Override
  public void kernelEnded(long cycle, int kernelRow) {
    kernels.kernelEnded(cycle, kernelRow);
  }

  @Override
  public void hostCopy(long cycle, int process, long address, long bytes) {
    kernels.hostCopy(cycle, process, address, bytes);
  }
}
