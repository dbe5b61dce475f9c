package org.polyphony.gpu.sm.warp;

/** Puts warps into a state of waiting, which only their table does otherwise. */
public enum Waiting {
  /** For a register that an access to memory writes. */
  LOAD,
  /** For one that an access to global memory writes; these wait for a load as well. */
  GLOBAL_LOAD,
  /** For a register that a pipe writes. */
  RESULT,
  /** For the others of the thread block. */
  BARRIER,
  /** For what is in flight. */
  FENCE,
  /** For instructions. */
  FETCH,
  /** For the context of the thread block. */
  CONTEXT,
  /** For nothing more than the end: alive at all. */
  ALIVE;

  /** Lets these warps, and no others, wait for this. */
  public void set(WarpStates states, long warps) {
    switch (this) {
      case LOAD -> states.blockedOnLoad = warps;
      case GLOBAL_LOAD -> states.blockedOnGlobal = warps;
      case RESULT -> states.blockedOnResult = warps;
      case BARRIER -> states.atBarrier = warps;
      case FENCE -> states.atFence = warps;
      case FETCH -> states.unfetched = warps;
      case CONTEXT -> states.frozen = warps;
      case ALIVE -> states.alive = warps;
    }
  }

  /** Lets these warps, and no others, be ready at a port. */
  public static void setReady(WarpStates states, int port, long warps) {
    states.leavePort(port, -1L);
    if (warps != 0) {
      states.ready(port, warps);
    }
  }
}
