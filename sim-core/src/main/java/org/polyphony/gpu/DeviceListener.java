package org.polyphony.gpu;

import org.polyphony.gpu.kernel.Kernel;

/**
 * Observes kernels and thread blocks as they arrive at a device and leave it. Each method is called
 * before the device acts on the event; the defaults do nothing. SMs, slots and kernel rows are
 * counted from 0.
 */
public interface DeviceListener {
  /** A kernel is assigned a row of the kernel control block, before its first thread block. */
  default void kernelStarted(long cycle, int kernelRow, int process, Kernel kernel) {}

  /** The last thread block of a kernel has left. */
  default void kernelEnded(long cycle, int kernelRow) {}

  /** Returns whether to perform a copy from the host; false skips it, as in a stopped run. */
  default boolean allowsHostCopy() {
    return true;
  }

  /**
   * A thread block is placed in a slot.
   *
   * @param isResumed whether it was suspended before
   */
  default void placed(
      long cycle, int sm, int tbSlot, int kernelRow, long threadBlock, boolean isResumed) {}

  /** A thread block is about to be dropped, to be executed again from its start or never. */
  default void dropped(long cycle, int sm, int tbSlot) {}

  /**
   * A thread block gets issue priority over all others of its SM, or loses it.
   *
   * @param first whether it has priority from now on
   */
  default void preferred(long cycle, int sm, int tbSlot, boolean first) {}

  /** The context save of a thread block starts. */
  default void suspended(long cycle, int sm, int tbSlot) {}

  /**
   * A thread block has left its SM; called before {@code DeviceControl} is notified.
   *
   * @param dropped false if it has ended
   */
  default void left(long cycle, int sm, int tbSlot, boolean dropped) {}
}
