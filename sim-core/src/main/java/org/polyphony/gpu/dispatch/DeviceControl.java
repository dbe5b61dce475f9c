package org.polyphony.gpu.dispatch;

/**
 * The part of the device that decides what runs: command processor and thread-block scheduler. The
 * device calls it at the end of a cycle in which a thread block has ended or the control is due.
 */
public interface DeviceControl {
  /** No work until a thread block ends. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Called when a thread block has left its SM, in ascending order of SM and slot, in the same
   * cycle and before {@link #tick}.
   *
   * @param tbSlot its slot, now free
   * @param dropped true if it was dropped before its end
   */
  void threadBlockEnded(long cycle, int sm, int tbSlot, boolean dropped);

  /**
   * Does all work due: launches kernels and thread blocks, ends rounds and runs.
   *
   * @return the next cycle with work, after {@code cycle}, or {@link #NEVER}
   */
  long tick(long cycle);

  /** Returns whether the run has ended; the device stops after this cycle. */
  boolean isDone();
}
