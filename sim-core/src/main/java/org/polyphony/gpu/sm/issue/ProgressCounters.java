package org.polyphony.gpu.sm.issue;

/** How much each process has issued; exact at the end of every cycle. */
public interface ProgressCounters {
  /**
   * Returns the thread instructions (active lanes) that a process has issued since the start; never
   * falls.
   */
  long threadInstructions(int process);

  /** Returns the warp instructions that a process has issued since the start; never falls. */
  long warpInstructions(int process);

  /**
   * Returns those of {@link #threadInstructions(int)} that are not of dropped thread blocks: the
   * work that lasts. Falls when a thread block is dropped, by all that it had issued.
   */
  long lastingThreadInstructions(int process);

  /** Returns those of {@link #warpInstructions} that are not of dropped thread blocks. */
  long lastingWarpInstructions(int process);

  /**
   * Returns the thread instructions that kernels in a row of the kernel control block have issued
   * on one SM since the start, dropped work included: a row that is used again counts on.
   */
  long threadInstructions(int sm, int kernelRow);

  /** Returns the issue slots of an SM that issued nothing, from the start to a cycle. */
  long stalledSlots(long cycle, int sm);

  /**
   * Returns those of {@link #stalledSlots(long, int)} that had one cause, to which all warps of the
   * SM contribute: a slot stalls only when none of them can issue.
   *
   * @param cause why; with {@link StallCause#ISSUED}, the slots that issued
   */
  long stalledSlots(long cycle, int sm, StallCause cause);

  /**
   * Returns those of {@link #stalledSlots(long, int)} in which a warp waited for global or local
   * memory, or for the memory pipe after an access to it; shared memory and constants do not count.
   */
  long memoryStalledSlots(long cycle, int sm);
}
