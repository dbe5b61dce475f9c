package org.polyphony.gpu.dispatch;

/** What the thread-block scheduler can tell the SMs. */
public interface ThreadBlockPort {
  /** Starts a thread block on an SM; its warps can issue from the next cycle. */
  void launch(long cycle, int sm, int tbSlot, int kernel, long threadBlock);

  /**
   * Drops a thread block: it issues nothing more and is reported as ended once its instructions in
   * flight have left the SM.
   */
  void drop(long cycle, int sm, int tbSlot);

  /**
   * Lets a running thread block issue before all others of its SM, or not any more.
   *
   * @param first true when it is preferred from now on
   */
  void prefer(long cycle, int sm, int tbSlot, boolean first);

  /**
   * Takes a running thread block off an SM with its state: it issues nothing more, and is reported
   * as ended and dropped once its instructions in flight have left and its context is in memory.
   * One whose warps have all issued their last instruction ends as usual.
   *
   * @param movesContext true when its context travels through the memory system; else that is free
   */
  void suspend(long cycle, int sm, int tbSlot, boolean movesContext);

  /**
   * Brings a thread block back that was suspended; its warps can issue once its context is there.
   */
  void resume(long cycle, int sm, int tbSlot, int kernel, long threadBlock, boolean movesContext);

  /** Returns whether the thread block in a slot has executed nothing that cannot be repeated. */
  boolean mayRunAgain(int sm, int tbSlot);

  /**
   * Returns the warp instructions that the thread block in a slot has issued so far; still asked
   * when its end is reported, and no more once the slot is launched anew.
   */
  long issuedBy(int sm, int tbSlot);

  /**
   * Returns the core cycles from the return of a suspended thread block until its warps could go
   * on, or until it had to leave again; 0 for one that was launched. To be asked like {@link
   * #issuedBy}.
   */
  long restoreCycles(int sm, int tbSlot);
}
