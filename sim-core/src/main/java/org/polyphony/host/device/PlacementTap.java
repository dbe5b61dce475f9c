package org.polyphony.host.device;

import org.polyphony.gpu.DeviceTap;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.kernel.Kernel;

/** Tells a watch of kernels and of the places of thread blocks on a device. */
final class PlacementTap extends DeviceTap {
  private final PlacementWatch watch;

  PlacementTap(Gpu gpu, PlacementWatch watch) {
    super(gpu);
    this.watch = watch;
  }

  @Override
  protected void left(long cycle, int sm, int tbSlot, boolean dropped) {
    watch.left(cycle, sm, tbSlot);
  }

  @Override
  public void launch(long cycle, int sm, int tbSlot, int kernel, long threadBlock) {
    watch.placed(cycle, sm, tbSlot, kernel);
    super.launch(cycle, sm, tbSlot, kernel, threadBlock);
  }

  @Override
  public void resume(
      long cycle, int sm, int tbSlot, int kernel, long threadBlock, boolean movesContext) {
    watch.placed(cycle, sm, tbSlot, kernel);
    super.resume(cycle, sm, tbSlot, kernel, threadBlock, movesContext);
  }

  @Override
  public void kernelStarted(long now, int kernelRow, int process, Kernel kernel) {
    watch.kernelStarted(now, kernelRow, process, kernel);
    super.kernelStarted(now, kernelRow, process, kernel);
  }

  @Override
  public void kernelEnded(long now, int kernelRow) {
    watch.kernelEnded(now, kernelRow);
    super.kernelEnded(now, kernelRow);
  }
}
