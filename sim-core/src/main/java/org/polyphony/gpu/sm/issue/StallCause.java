package org.polyphony.gpu.sm.issue;

/**
 * The outcome of an issue slot. Each warp scheduler has one slot per cycle, and each slot has one
 * cause.
 */
public enum StallCause {
  /** An instruction issued. */
  ISSUED,
  /** A warp was ready except for its stall count or sleep, or its pipe or collector was busy. */
  PIPE_BUSY,
  /** A warp was ready, but the load/store unit or the constant unit was busy. */
  MEMORY_PIPE_BUSY,
  /** A warp was ready, but shared memory's own path was busy. */
  SHARED_PIPE_BUSY,
  /** Every warp waited, at least one for a load. */
  LOAD_DEPENDENCY,
  /** Every warp waited, at least one for a pipe's result. */
  RESULT_DEPENDENCY,
  /** Every warp waited, at least one at a barrier. */
  BARRIER,
  /** Every warp waited, at least one at a fence. */
  FENCE,
  /** Every warp waited for instruction fetch. */
  FETCH,
  /** Every warp waited, at least one because its thread block is being suspended or resumed. */
  PREEMPTION,
  /** All warps have ended and wait for in-flight accesses. */
  DRAINING,
  /** The scheduler has no warp. */
  NO_WARP,
  /** A warp could have issued, but its kernel had used up its quota. */
  NO_QUOTA,
  /** Every warp waited, at least one for groups of asynchronous copies or multiply-adds. */
  ASYNC_GROUP,
  /** Every warp waited, at least one at an mbarrier. */
  MBARRIER
}
