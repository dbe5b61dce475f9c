package org.polyphony.host;

/** Is told what happens in a run, in the order of time; does nothing by default. */
public interface HostObserver {
  /**
   * A job does something else from now on.
   *
   * @param job its number
   * @param activity what it does
   */
  default void activity(long now, int job, Activity activity) {}

  /**
   * A core is busy or idle from now on.
   *
   * @param core its number in the machine
   */
  default void core(long now, int core, boolean busy) {}

  /** Kernels run on a device from now on, or none do. */
  default void device(long now, int device, boolean busy) {}

  /** The memory of a device that applications hold, in bytes, from now on. */
  default void memory(long now, int device, long bytes) {}
}
