package org.polyphony.gpu;

/** What the thread-block scheduler can tell the SMs. */
public interface ThreadBlockPort {
  /**
   * Starts a thread block on an SM; its warps can issue from the next cycle.
   *
   * @param cycle now
   * @param sm the SM, from 0
   * @param tbSlot a free thread-block slot of the SM
   * @param kernel row of the kernel control block
   * @param threadBlock index in the kernel's grid
   */
  void launch(long cycle, int sm, int tbSlot, int kernel, long threadBlock);

  /**
   * Drops a thread block: it issues nothing more and is reported as ended once its instructions in
   * flight have left the SM.
   *
   * @param cycle now
   * @param sm the SM
   * @param tbSlot the slot of a running thread block
   */
  void drop(long cycle, int sm, int tbSlot);

  /**
   * Returns the warp instructions that the thread block in a slot has issued so far; still asked
   * when its end is reported, and no more once the slot is launched anew.
   */
  long issuedBy(int sm, int tbSlot);
}
