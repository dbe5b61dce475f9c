package org.polyphony.host.device;

import org.polyphony.gpu.kernel.Kernel;

/**
 * Sees where thread blocks are on a device that runs cycle by cycle; by default looks at nothing.
 * Queues are counted from 0.
 */
interface PlacementWatch {
  /** A launch may place its first thread block from now on. */
  default void kernelStarted(long cycle, int kernelRow, int queue, Kernel kernel) {}

  /** A thread block of a launch gets a place. */
  default void placed(long cycle, int sm, int tbSlot, int kernelRow) {}

  /** A thread block has left its place. */
  default void left(long cycle, int sm, int tbSlot) {}

  /** The last thread block of a launch has left. */
  default void kernelEnded(long cycle, int kernelRow) {}
}
