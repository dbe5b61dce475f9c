package org.polyphony.gpu.sm.warp;

/**
 * What each warp of an SM waits for, in sets of warps: bit w for slot w.
 *
 * <p>A warp that is alive is in exactly one of: ready at a port, blocked on a load or a result, at
 * a barrier, at a fence, unfetched, frozen, finished. Only {@link WarpTable} changes them.
 */
public final class WarpStates {
  final long[] readyAt; // by port
  int readyPorts; // ports with a warp in readyAt
  long alive;
  long atBarrier;
  long atFence;
  long unfetched;
  long frozen;
  long finished;
  long blockedOnLoad;
  long blockedOnGlobal;
  long blockedOnResult;
  long drained;

  WarpStates(int ports) {
    readyAt = new long[ports];
  }

  void ready(int port, long bit) {
    readyAt[port] |= bit;
    readyPorts |= 1 << port;
  }

  void leavePort(int port, long bit) {
    long left = readyAt[port] & ~bit;
    readyAt[port] = left;
    readyPorts &= left == 0 ? ~(1 << port) : -1;
  }

  /** Takes a warp out of all that ends by itself: it is to issue nothing. */
  void waitForNothing(long bit) {
    for (int port = 0; port < readyAt.length; port++) {
      leavePort(port, bit);
    }
    unfetched &= ~bit;
    blockedOnLoad &= ~bit;
    blockedOnGlobal &= ~bit;
    blockedOnResult &= ~bit;
  }

  public int readyPorts() {
    return readyPorts;
  }

  /** Returns the warps whose head can issue at a port, when that is free. */
  public long readyAt(int port) {
    return readyAt[port];
  }

  public long alive() {
    return alive;
  }

  public long atBarrier() {
    return atBarrier;
  }

  public long atFence() {
    return atFence;
  }

  public long unfetched() {
    return unfetched;
  }

  /** Returns the warps of thread blocks that come or go with their context; they issue nothing. */
  public long frozen() {
    return frozen;
  }

  public long finished() {
    return finished;
  }

  public long blockedOnLoad() {
    return blockedOnLoad;
  }

  /** Returns those of {@link #blockedOnLoad} that need data of global or local memory. */
  public long blockedOnGlobal() {
    return blockedOnGlobal;
  }

  /** Returns the warps whose head needs a register that a pipe writes, and none of a load. */
  public long blockedOnResult() {
    return blockedOnResult;
  }

  public long drained() {
    return drained;
  }
}
