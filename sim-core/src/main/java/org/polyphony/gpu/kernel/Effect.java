package org.polyphony.gpu.kernel;

/**
 * What an instruction does besides executing in the pipe of its {@link OpClass}. Operands are those
 * of {@link InstructionStream#operands}; a group is a group of a warp's asynchronous operations,
 * and those of a kind end in any order but count as ended in the order of their groups.
 */
public enum Effect {
  /** Nothing. */
  NONE,
  /**
   * A load whose data go to shared memory instead of registers ({@code LDGSTS}): it joins the
   * warp's open group of copies. Operand, if any: passes over the shared-memory banks.
   */
  COPY,
  /** Closes the open group of copies ({@code LDGDEPBAR}). */
  COMMIT_COPIES,
  /**
   * Waits until at most as many groups of copies, and of bulk copies, are pending as the operand
   * says ({@code DEPBAR.LE}).
   */
  AWAIT_COPIES,
  /**
   * A warp's part of an asynchronous matrix multiply-add of its warpgroup ({@code HGMMA}): reads
   * shared memory, joins the open group of multiply-adds and closes it if the instruction has the
   * flag {@link InstructionTable#COMMITS}.
   */
  MULTIPLY,
  /** Closes the open group of multiply-adds ({@code WARPGROUP.ARRIVE} of traces). */
  COMMIT_MULTIPLIES,
  /**
   * Waits until at most as many groups of multiply-adds are pending as the operand says ({@code
   * WARPGROUP.DEPBAR}); with {@link InstructionTable#COMMITS} it closes the open group first.
   */
  AWAIT_MULTIPLIES,
  /**
   * A barrier at which the warp arrives without waiting ({@code BAR.ARV}). Operands, as those of a
   * barrier that waits: its number and the threads that take part.
   */
  ARRIVE,
  /** The warp sleeps as many nanoseconds as the operand says ({@code NANOSLEEP}). */
  SLEEP,
  /**
   * An access to shared memory by rows of 8x8 matrices of 16-bit elements, one matrix per 4 bytes
   * of a lane's width ({@code LDSM}, {@code STSM}): lane i addresses row i mod 8, 16 bytes, of
   * matrix i / 8.
   */
  MATRICES
}
