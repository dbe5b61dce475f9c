package org.polyphony.host.device;

import org.polyphony.host.time.EventQueue;

/**
 * Whose thread blocks get the places of a device as they become empty: the part of a partition
 * policy that a device of {@link LaunchTimes#PARTS} parts needs. Launches are named by the hardware
 * queue that they come from.
 */
public interface PartOrder {
  /** Owner of a part that nobody uses. */
  int NOBODY = -1;

  /**
   * Takes notice that the first thread block of a launch may start; does nothing by default.
   *
   * @param queue where it came from
   */
  default void started(int queue) {}

  /**
   * Decides.
   *
   * @param now in nanoseconds
   * @param ready a bit for each queue whose launch has thread blocks without a place; at least one
   * @param draining a bit for each of these that also has thread blocks that leave the device
   * @param owner is set, by part: one of those ready
   */
  void assign(long now, int ready, int draining, int[] owner);

  /** Returns when to decide anew although nothing has started or got its last place. */
  default long due() {
    return EventQueue.NEVER;
  }
}
