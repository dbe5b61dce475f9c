package org.polyphony.host;

/** Observes a run; methods are called in order of time and do nothing by default. */
public interface HostObserver {
  /**
   * A job changes its activity.
   *
   * @param job its number
   * @param activity the new activity
   */
  default void activity(long now, int job, Activity activity) {}

  /**
   * A core becomes busy or idle.
   *
   * @param core its number in the machine
   */
  default void core(long now, int core, boolean busy) {}

  /** A device becomes busy (a kernel runs) or idle. */
  default void device(long now, int device, boolean busy) {}

  /** The device memory held by applications changes, in bytes. */
  default void memory(long now, int device, long bytes) {}
}
