package org.polyphony.gpu;

import org.polyphony.gpu.kernel.Kernel;

/**
 * Sees kernels and thread blocks come to a device and leave it, each before the device acts on it;
 * by default looks at nothing. SMs, slots and kernel rows are counted from 0.
 */
public interface DeviceListener {
  /** A kernel gets a row of the kernel control block; its first thread block may follow. */
  default void kernelStarted(long cycle, int kernelRow, int process, Kernel kernel) {}

  /** The last thread block of a kernel has left. */
  default void kernelEnded(long cycle, int kernelRow) {}

  /** Returns whether a copy from the host is to be made; false to omit it, as for a stopped run. */
  default boolean admitsHostCopy() {
    return true;
  }

  /**
   * A thread block gets a slot.
   *
   * @param isBack true when it was suspended before
   */
  default void placed(
      long cycle, int sm, int tbSlot, int kernelRow, long threadBlock, boolean isBack) {}

  /** A thread block is to be dropped, to run again from its start or never. */
  default void dropped(long cycle, int sm, int tbSlot) {}

  /** A thread block issues before all others of its SM from now on, or not any more. */
  default void preferred(long cycle, int sm, int tbSlot, boolean first) {}

  /** The context of a thread block begins to leave. */
  default void suspended(long cycle, int sm, int tbSlot) {}

  /**
   * A thread block has left its SM; the control does not know yet.
   *
   * @param dropped false when it has ended
   */
  default void left(long cycle, int sm, int tbSlot, boolean dropped) {}
}
