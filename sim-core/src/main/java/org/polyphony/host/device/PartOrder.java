package org.polyphony.host.device;

import org.polyphony.host.time.EventQueue;

/**
 * Decides which launch gets the parts of a device as they become empty: a partition policy for a
 * device of {@link LaunchTimes#PARTS} parts. Launches are identified by their hardware queue.
 */
public interface PartOrder {
  /** Owner of an unused part. */
  int NOBODY = -1;

  /**
   * Called when the first thread block of a launch may start; does nothing by default.
   *
   * @param queue of the launch
   */
  default void started(int queue) {}

  /**
   * Assigns the parts.
   *
   * @param now in nanoseconds
   * @param ready bit q: queue q has thread blocks to place; at least one
   * @param draining bit q: queue q is ready and also has thread blocks that are leaving the device
   * @param owner set by this method: for each part, one of the ready queues
   */
  void assign(long now, int ready, int draining, int[] owner);

  /** Returns the time of the next assignment if no launch starts or finishes its dispatch. */
  default long nextWork() {
    return EventQueue.NEVER;
  }
}
