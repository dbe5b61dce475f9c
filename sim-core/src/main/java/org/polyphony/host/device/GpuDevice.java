package org.polyphony.host.device;

import org.polyphony.host.app.HostKernel;

/**
 * Performance model of a device: how long kernels take, alone and co-running. A process has at most
 * one kernel at a time.
 *
 * <p>Times never decrease from call to call. {@link #launch}, {@link #abort} and {@link #takeEnded}
 * may change {@link #nextWork}.
 */
public interface GpuDevice {
  /**
   * Starts a kernel.
   *
   * @param process without a kernel on this device
   */
  void launch(long now, int process, HostKernel kernel);

  /**
   * Sets the priority of a process's later kernels, 0 before; a device without priorities ignores
   * it.
   *
   * @param priority higher is more important
   */
  default void setPriority(int process, int priority) {}

  /** Drops the kernel of a dead process, if it has one. */
  void abort(long now, int process);

  /** Returns the next time at which to call {@link #takeEnded}; never if idle. */
  long nextWork();

  /** Returns a process whose kernel has ended, each once; -1 if there is none. */
  int takeEnded(long now);

  int kernels();
}
