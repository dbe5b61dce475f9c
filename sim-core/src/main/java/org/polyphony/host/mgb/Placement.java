package org.polyphony.host.mgb;

import org.polyphony.host.app.TaskNeed;

/**
 * Which device a GPU task goes to, and what of the devices is in use. Tasks have numbers: each its
 * own, that of a process may differ from the process's.
 */
public interface Placement {
  /** No device. */
  int NONE = -1;

  /**
   * Chooses a device and takes what the task needs of it; without one nothing changes.
   *
   * @param task number of a task that has no device yet
   * @return the device, {@link #NONE} when none has room now
   */
  int place(int task, TaskNeed need);

  /** Gives back what a task has; one without a device is no error. */
  void release(int task);

  boolean canEverPlace(TaskNeed need);
}
