package org.polyphony.gpu.dispatch;

/** Commands of the thread-block scheduler to the SMs. */
public interface ThreadBlockPort {
  /** Starts a thread block on an SM; its warps can issue from the next cycle. */
  void launch(long cycle, int sm, int tbSlot, int kernel, long threadBlock);

  /**
   * Drops a thread block: it issues no more, and is reported as ended once its in-flight
   * instructions have left the SM.
   */
  void drop(long cycle, int sm, int tbSlot);

  /**
   * Gives a running thread block issue priority over all others of its SM, or revokes it.
   *
   * @param first whether it has priority from now on
   */
  void prefer(long cycle, int sm, int tbSlot, boolean first);

  /**
   * Suspends a running thread block: it issues no more, and is reported as ended and dropped once
   * its in-flight instructions have left and its context is in memory. A thread block whose warps
   * have all issued their last instruction ends normally.
   *
   * @param movesContext whether the context moves through the memory system; if not, the save is
   *     free
   */
  void suspend(long cycle, int sm, int tbSlot, boolean movesContext);

  /** Resumes a suspended thread block; its warps can issue once its context is restored. */
  void resume(long cycle, int sm, int tbSlot, int kernel, long threadBlock, boolean movesContext);

  /** Returns whether the thread block in a slot has executed only idempotent instructions. */
  boolean mayRunAgain(int sm, int tbSlot);

  /**
   * Returns the warp instructions issued by the thread block in a slot; valid until the slot is
   * reused.
   */
  long issuedBy(int sm, int tbSlot);

  /**
   * Returns the core cycles from the resumption of a suspended thread block until its warps could
   * issue, or until it was preempted again; 0 for a newly launched one. Valid until the slot is
   * reused.
   */
  long restoreCycles(int sm, int tbSlot);
}
