package org.polyphony.gpu.kernel;

/**
 * The dynamic instructions of the resident thread blocks of one kernel launch: a cursor per warp.
 *
 * <p>The device numbers the thread blocks it holds at once by {@code slot}, 0 to the {@code slots}
 * given to {@link Kernel#open} minus 1; a slot is reused after {@link #end}. A warp's cursor starts
 * before its first instruction. Thread blocks begin in increasing order of their index, except that
 * one which was dropped ({@link #end} before its warps ended) begins again later. Calls on a cursor
 * allocate nothing. Not thread-safe.
 */
public interface InstructionStream extends AutoCloseable {
  /** Returned by {@link #next} when the warp has no further instruction. */
  int END = -1;

  /**
   * Makes a thread block resident.
   *
   * @param threadBlock linear index in the grid, x fastest, 0 to {@link Kernel#threadBlocks} - 1
   */
  void begin(int slot, long threadBlock);

  /**
   * Moves the cursor of a warp to its next instruction.
   *
   * @return the static instruction's index in {@link Kernel#instructions}, or {@link #END}
   */
  int next(int slot, int warp);

  /** Returns the active lanes of the instruction at the cursor, lane i in bit i. */
  int activeMask(int slot, int warp);

  /**
   * Writes the lane addresses of the memory instruction at the cursor.
   *
   * @param lanes 32 entries; only those of active lanes are written; byte addresses. Shared memory
   *     addresses count from the start of the thread block's shared memory
   */
  void addresses(int slot, int warp, long[] lanes);

  /** Frees a slot; the warps' cursors may stand anywhere. */
  void end(int slot);

  /** Frees what the stream holds, open files included. */
  @Override
  void close();
}
