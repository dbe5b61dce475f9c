package org.polyphony.host.device;

import org.polyphony.gpu.kernel.Kernel;

/** Sees where thread blocks are on a device that runs cycle by cycle. Queues are counted from 0. */
interface PlacementWatch {
  /** A launch may place its first thread block from now on. */
  void kernelStarted(long cycle, int kernelRow, int queue, Kernel kernel);

  /** A thread block of a launch gets a place. */
  void placed(long cycle, int sm, int tbSlot, int kernelRow);

  /** A thread block has left its place. */
  void left(long cycle, int sm, int tbSlot);

  /** The last thread block of a launch has left. */
  void kernelEnded(long cycle, int kernelRow);
}
