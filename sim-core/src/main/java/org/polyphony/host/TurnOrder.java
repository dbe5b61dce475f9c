package org.polyphony.host;

/**
 * Whose thread blocks get a place on the device: the part of a partition policy that decides who is
 * next. Launches are named by the hardware queue that they come from.
 */
public interface TurnOrder {
  /**
   * Takes notice that the first thread block of a launch may start.
   *
   * @param queue where it came from
   */
  void started(int queue);

  /**
   * Decides.
   *
   * @param now in nanoseconds
   * @param ready a bit for each queue whose launch has thread blocks without a place; at least one
   * @param draining whether one of them other than the one whose turn it was still has thread
   *     blocks on the device
   * @return the queue whose turn it is, one of those ready
   */
  int turn(long now, int ready, boolean draining);

  /**
   * Returns when to decide anew although nothing has started or got its last place; {@link
   * org.polyphony.engine.EventQueue#NEVER} without such a time.
   */
  long due();
}
