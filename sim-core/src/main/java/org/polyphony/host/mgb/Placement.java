package org.polyphony.host.mgb;

import org.polyphony.host.app.TaskNeed;

/**
 * Which device a GPU task goes to, and what of the devices is in use. A process has one task at a
 * time.
 */
public interface Placement {
  /** No device. */
  int NONE = -1;

  /**
   * Chooses a device and takes what the task needs of it; without one nothing changes.
   *
   * @param process whose task it is; it has none
   * @return the device, {@link #NONE} when none has room now
   */
  int place(int process, TaskNeed need);

  /** Gives back what the task of a process has; a process without one is no error. */
  void release(int process);

  /** Returns whether an idle machine could place a task. */
  boolean canEverPlace(TaskNeed need);
}
