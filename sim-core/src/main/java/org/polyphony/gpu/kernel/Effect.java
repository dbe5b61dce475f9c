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
  MATRICES,
  /**
   * An access to shared memory of another thread block of the cluster: a load, store or atomic of
   * space SHARED.
   */
  REMOTE,
  /**
   * Makes the addressed word of shared memory an mbarrier ({@code SYNCS.EXCH}). Operand: arrivals
   * of a phase.
   */
  MBARRIER_INIT,
  /** Arrives at an mbarrier of the thread block, once or as often as the operand says. */
  MBARRIER_ARRIVE,
  /**
   * Arrives once at an mbarrier, without bytes ({@code SYNCS.ARRIVE.A1T0}). Operand, if any: the
   * rank of the thread block whose mbarrier it is.
   */
  MBARRIER_ARRIVE_AT,
  /** Arrives once at an mbarrier, which waits for as many bytes more as the operand says. */
  MBARRIER_EXPECT,
  /**
   * Waits until an mbarrier has completed as many phases as the operand says ({@code
   * SYNCS.PHASECHK}), polls included.
   */
  MBARRIER_WAIT,
  /**
   * Copies a box from global to shared memory ({@code UTMALDG}, {@code UBLKCP.S}). Operands: bytes;
   * or rows, bytes of a row, bytes from row to row and, if other thread blocks of the cluster
   * receive it, the ranks that do, bit r for rank r; then the address of the mbarrier.
   */
  BULK_LOAD,
  /**
   * Copies a box from shared to global memory ({@code UTMASTG}, {@code UBLKCP.G}) and joins the
   * open group of bulk copies. Operands: bytes; or rows, bytes of a row, bytes from row to row.
   */
  BULK_STORE,
  /** As a bulk store, with an atomic operation at L2 ({@code UTMAREDG}). */
  BULK_REDUCE,
  /** Reads a box into L2 ({@code UTMAPF}). Operands: as of a bulk store. */
  BULK_PREFETCH,
  /** Closes the open group of bulk copies ({@code UTMACMDFLUSH}). */
  COMMIT_BULK,
  /** Arrives at the barrier of the thread-block cluster ({@code UCGABAR_ARV}). */
  CLUSTER_ARRIVE,
  /** Waits for the phase of the cluster's barrier at which the warp has arrived last. */
  CLUSTER_WAIT,
  /**
   * Stores to shared memory of another thread block of the cluster, which completes bytes at an
   * mbarrier there ({@code STAS}). Operands: its rank; the address of the mbarrier.
   */
  CLUSTER_STORE,
  /**
   * Waits until the cluster has drawn as many tiles as the operand says and one more, and lets it
   * draw the next one when no warp of it has come as far before.
   */
  AWAIT_TILE
}
