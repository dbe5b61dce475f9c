package org.polyphony.gpu.kernel;

/**
 * The dynamic instructions of one kernel launch's resident thread blocks, with a cursor per warp.
 *
 * <p>The device identifies resident thread blocks by {@code slot}, from 0 to the {@code slots}
 * passed to {@link Kernel#open} minus 1; a slot is reused after {@link #end}. A warp's cursor
 * starts before its first instruction. Thread blocks begin in ascending index order, except that a
 * dropped one ({@link #end} before its warps ended) begins again later. Cursor operations do not
 * allocate. Not thread-safe, but see {@link #view}.
 */
public interface InstructionStream extends AutoCloseable {
  /** Returned by {@link #next} if the warp has no more instructions. */
  int END = -1;

  /**
   * Makes a thread block resident in a slot.
   *
   * @param threadBlock linear index in the grid, x fastest, 0 to {@link Kernel#threadBlocks} - 1
   */
  void begin(int slot, long threadBlock);

  /**
   * Gives a thread block of a kernel with {@link Kernel#tiles} the next number that its cluster has
   * drawn; one that is not below the number of tiles is the last. A warp's cursor goes past an
   * {@link Effect#AWAIT_TILE} and the instruction after it only when the number is there.
   */
  default void drawn(int slot, long tile) {
    throw new IllegalStateException("tile " + tile + " of a kernel without tiles");
  }

  /**
   * Advances a warp's cursor to its next instruction.
   *
   * @return index of the static instruction in {@link Kernel#instructions}, or {@link #END}
   */
  int next(int slot, int warp);

  /** Returns the active mask of the instruction at the cursor; bit i is lane i. */
  int activeMask(int slot, int warp);

  /**
   * Writes the byte address of each active lane of the memory instruction at the cursor.
   *
   * @param lanes 32 entries; those of inactive lanes are left unchanged. Shared-memory addresses
   *     are relative to the thread block's shared memory
   */
  void addresses(int slot, int warp, long[] lanes);

  /**
   * Writes the operands of the instruction at the cursor that are neither registers nor lane
   * addresses, such as the phase that a wait expects or the box of a bulk copy. What they mean, the
   * instruction's class says.
   *
   * @param values {@link InstructionTable#operandCount} entries are written
   */
  void operands(int slot, int warp, long[] values);

  /**
   * Returns a view of this stream for an SM: it has the same slots and cursors. Several threads may
   * use the stream at once if each has a view and slots of its own; {@link #begin}, {@link #end}
   * and {@link #close} are for one thread at a time.
   */
  InstructionStream view();

  /** Frees a slot, wherever its cursors are. */
  void end(int slot);

  /** Releases all resources of the stream and its views, including open files. */
  @Override
  void close();
}
