package org.polyphony.gpu.kernel;

/** Instruction classes, by execution pipe and completion tracking. */
public enum OpClass {
  /** Integer arithmetic, logic, moves, and conversions within the integer pipe. */
  INT,
  /** Single-precision (and packed half-precision) arithmetic. */
  FP32,
  /** Double-precision arithmetic. */
  FP64,
  /** Transcendental functions, conversions between classes, steps of integer division. */
  SFU,
  /** Branches, calls, returns, convergence barriers: the control pipe. */
  BRANCH,
  /** Instructions of the uniform datapath (Turing and newer). */
  UNIFORM,
  /** Matrix multiply-accumulate. */
  TENSOR,
  /** Texture fetches. */
  TEXTURE,
  /** A load from its {@link MemorySpace}. */
  LOAD,
  /** A store to its {@link MemorySpace}. */
  STORE,
  /** An atomic; returns the old value if it has a destination register. */
  ATOMIC,
  /** A thread-block barrier: the warp waits until every live warp of its block has arrived. */
  BARRIER,
  /** A memory fence: the warp waits until its outstanding writes are acknowledged. */
  FENCE,
  /** Ends the lanes in its mask; a warp ends after its last instruction. */
  EXIT
}
