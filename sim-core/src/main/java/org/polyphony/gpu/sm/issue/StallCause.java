package org.polyphony.gpu.sm.issue;

/** What became of an issue slot: a warp scheduler has one each cycle, and it has one cause. */
public enum StallCause {
  /** An instruction issued. */
  ISSUED,
  /** A warp was ready but for its stall count, or the pipe or collector that it needs was taken. */
  PIPE_BUSY,
  /** A warp was ready, but the load/store unit or the constant unit was taken. */
  MEMORY_PIPE_BUSY,
  /** A warp was ready, but the path of shared memory was taken, where it has one of its own. */
  SHARED_PIPE_BUSY,
  /** Every warp waited, one at least for a load. */
  LOAD_DEPENDENCY,
  /** Every warp waited, one at least for a result of a pipe. */
  RESULT_DEPENDENCY,
  /** Every warp waited, one at least at a barrier. */
  BARRIER,
  /** Every warp waited, one at least at a fence. */
  FENCE,
  /** Every warp waited for instructions. */
  FETCH,
  /** Every warp waited, one at least because its thread block is being suspended or resumed. */
  PREEMPTION,
  /** Only warps that have ended and wait for accesses in flight. */
  DRAINING,
  /** The scheduler has no warp. */
  NO_WARP,
  /** A warp could have issued, but its kernel had to wait for others to use their quotas. */
  NO_QUOTA
}
