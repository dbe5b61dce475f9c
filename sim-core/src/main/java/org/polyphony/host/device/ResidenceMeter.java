package org.polyphony.host.device;

import org.polyphony.gpu.DeviceListener;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.kernel.Kernel;

/**
 * Sums the residency of thread blocks on the device per hardware queue.
 *
 * <p>State per queue: the sum over thread blocks that have left, in cycles; per place: the queue
 * and launch cycle of its thread block.
 */
final class ResidenceMeter implements DeviceListener {
  private final int slotsPerSm;
  private final int[] queueOfRow = new int[KernelControlBlocks.ROWS];
  private final int[] queueAt; // by SM and slot
  private final long[] placedAt; // by SM and slot
  private final long[] cycles; // by queue

  /**
   * Creates a meter of an idle device.
   *
   * @param queues number of hardware queues
   */
  ResidenceMeter(GpuConfig config, int queues) {
    this.slotsPerSm = config.sm().threadBlocks();
    this.queueAt = new int[config.sms() * slotsPerSm];
    this.placedAt = new long[config.sms() * slotsPerSm];
    this.cycles = new long[queues];
  }

  /** Returns the residency of a queue's thread blocks, in cycles summed over thread blocks. */
  long cycles(int queue) {
    return cycles[queue];
  }

  @Override
  public void kernelStarted(long cycle, int kernelRow, int queue, Kernel kernel) {
    queueOfRow[kernelRow] = queue;
  }

  @Override
  public void placed(
      long cycle, int sm, int tbSlot, int kernelRow, long threadBlock, boolean isResumed) {
    queueAt[sm * slotsPerSm + tbSlot] = queueOfRow[kernelRow];
    placedAt[sm * slotsPerSm + tbSlot] = cycle;
  }

  @Override
  public void left(long cycle, int sm, int tbSlot, boolean dropped) {
    int place = sm * slotsPerSm + tbSlot;
    cycles[queueAt[place]] += cycle - placedAt[place];
  }
}
