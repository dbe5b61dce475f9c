package org.polyphony.gpu.sm.issue;

/** Issued instructions and stalls; exact at the end of every cycle. */
public interface ProgressCounters {
  /**
   * Returns the thread instructions (active lanes) that a process has issued since the start.
   * Monotonic.
   */
  long threadInstructions(int process);

  /** Returns the warp instructions that a process has issued since the start. Monotonic. */
  long warpInstructions(int process);

  /**
   * Returns {@link #threadInstructions(int)} without those of dropped thread blocks. Decreases when
   * a thread block is dropped, by all that it had issued.
   */
  long lastingThreadInstructions(int process);

  /** Returns {@link #warpInstructions} without those of dropped thread blocks. */
  long lastingWarpInstructions(int process);

  /**
   * Returns the warp instructions that the last kernel in a row of the kernel control block has
   * issued, without those of dropped thread blocks.
   */
  long kernelWarpInstructions(int kernelRow);

  /** Returns the same as {@link #kernelWarpInstructions} in thread instructions. */
  long kernelThreadInstructions(int kernelRow);

  /**
   * Returns the thread instructions that kernels in a row of the kernel control block have issued
   * on one SM since the start, including dropped work. Not reset when the row is reused.
   */
  long threadInstructions(int sm, int kernelRow);

  /** Returns the issue slots of an SM without an instruction, up to a cycle. */
  long stalledSlots(long cycle, int sm);

  /**
   * Returns the {@link #stalledSlots(long, int)} with one cause. Stalls are charged to the SM, not
   * to a kernel: a slot stalls only if no warp of the SM can issue.
   *
   * @param cause of the stall; {@link StallCause#ISSUED} counts the slots that issued
   */
  long stalledSlots(long cycle, int sm, StallCause cause);

  /**
   * Returns the {@link #stalledSlots(long, int)} in which a warp waited for global or local memory,
   * or for the memory pipe after such an access; shared memory and constants do not count.
   */
  long memoryStalledSlots(long cycle, int sm);
}
