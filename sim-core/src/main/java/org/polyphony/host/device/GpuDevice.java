package org.polyphony.host.device;

import org.polyphony.host.app.HostKernel;

/**
 * How long kernels take on a device, alone and beside others. A process has one kernel at a time.
 *
 * <p>Times never go back from call to call. After {@link #launch}, {@link #abort} and {@link
 * #takeEnded} the device may be due at another time.
 */
public interface GpuDevice {
  /**
   * Starts a kernel.
   *
   * @param process whose it is; it has none on this device
   */
  void launch(long now, int process, HostKernel kernel);

  /** Drops the kernel of a process that has died; a process without one is no error. */
  void abort(long now, int process);

  /** Returns when to look at the device again, never when it is idle. */
  long due();

  /** Returns a process whose kernel has ended by now, each once; none: -1. */
  int takeEnded(long now);

  int kernels();
}
