package org.polyphony.gpu.dispatch;

/**
 * The part of the device that decides what runs: command processor and thread-block scheduler. The
 * device calls it at the end of a cycle in which something concerns it.
 */
public interface DeviceControl {
  /** Never by itself; the end of a thread block wakes it all the same. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Takes notice that a thread block has left its SM. Called in ascending order of SM and slot, in
   * the cycle in which it ended, before {@link #tick}.
   *
   * @param tbSlot its slot, free from now on
   * @param dropped true when it was dropped before its end
   */
  void threadBlockEnded(long cycle, int sm, int tbSlot, boolean dropped);

  /**
   * Does all that is due: launches kernels and thread blocks, ends rounds and runs.
   *
   * @return the next cycle at which it has work, after {@code cycle}, or {@link #NEVER}
   */
  long tick(long cycle);

  /** Returns true when the run has ended; the device then stops after this cycle. */
  boolean isDone();
}
