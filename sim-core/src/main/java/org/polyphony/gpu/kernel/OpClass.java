package org.polyphony.gpu.kernel;

/** What an instruction needs of an SM: the pipe that executes it and how it is tracked. */
public enum OpClass {
  /** Integer, logic, move, conversion inside the integer pipe. */
  INT,
  /** Single-precision (and packed half-precision) arithmetic. */
  FP32,
  /** Double-precision arithmetic. */
  FP64,
  /** Transcendental functions, conversions between classes, integer division steps. */
  SFU,
  /** Branches, calls, returns, convergence barriers: the control pipe. */
  BRANCH,
  /** Instructions of the uniform datapath (Turing and newer). */
  UNIFORM,
  /** Matrix multiply-accumulate. */
  TENSOR,
  /** Texture fetches. */
  TEXTURE,
  /** A load; its {@link MemorySpace} says from where. */
  LOAD,
  /** A store; its {@link MemorySpace} says to where. */
  STORE,
  /** An atomic: returns the old value when it has a destination register. */
  ATOMIC,
  /** A thread-block barrier: the warp waits until every live warp of its block arrived. */
  BARRIER,
  /** A memory fence: the warp waits until its outstanding writes are acknowledged. */
  FENCE,
  /** End of the lanes in its mask; a warp ends after its last instruction. */
  EXIT
}
