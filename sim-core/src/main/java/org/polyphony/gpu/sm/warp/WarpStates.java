package org.polyphony.gpu.sm.warp;

/**
 * The wait state of each warp of an SM, as sets of warps: bit w is slot w.
 *
 * <p>A live warp is in exactly one state: ready at a port, blocked on a load or a result, at a
 * barrier, at a fence, at an mbarrier, awaiting groups, unfetched, frozen, finished. Modified only
 * by {@link WarpTable}.
 */
public final class WarpStates {
  final long[] readyAt; // by port
  final long[] ofProcess; // empty for one process
  int readyPorts; // ports with a warp in readyAt
  long alive;
  long atBarrier;
  long atFence;
  long atMBarrier;
  long awaitingGroups;
  long awaitingCopies; // those of them that wait for copies
  long unfetched;
  long frozen;
  long finished;
  long blockedOnLoad;
  long blockedOnGlobal;
  long blockedOnResult;
  long drained;

  WarpStates(int ports, int processes) {
    readyAt = new long[ports];
    ofProcess = new long[processes > 1 ? processes : 0];
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

  /** Removes a warp from all states that end by themselves, so that it does not issue. */
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

  /** Returns the warps whose head can issue once a port is free. */
  public long readyAt(int port) {
    return readyAt[port];
  }

  /** Returns how many processes there are. */
  public int processes() {
    return Math.max(1, ofProcess.length);
  }

  /** Returns the warps of a process; only where there are several. */
  public long ofProcess(int process) {
    return ofProcess[process];
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

  /** Returns the warps that wait for a phase of an mbarrier. */
  public long atMBarrier() {
    return atMBarrier;
  }

  /** Returns the warps that wait for groups of asynchronous operations. */
  public long awaitingGroups() {
    return awaitingGroups;
  }

  /** Returns the {@link #awaitingGroups} warps that wait for copies, and so for global memory. */
  public long awaitingCopies() {
    return awaitingCopies;
  }

  public long unfetched() {
    return unfetched;
  }

  /**
   * Returns the warps of thread blocks whose context is being saved or restored; they do not issue.
   */
  public long frozen() {
    return frozen;
  }

  public long finished() {
    return finished;
  }

  public long blockedOnLoad() {
    return blockedOnLoad;
  }

  /** Returns the {@link #blockedOnLoad} warps that wait for global or local memory. */
  public long blockedOnGlobal() {
    return blockedOnGlobal;
  }

  /** Returns the warps whose head waits for a pipe's result but for no load. */
  public long blockedOnResult() {
    return blockedOnResult;
  }

  public long drained() {
    return drained;
  }
}
