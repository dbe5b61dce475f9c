package org.polyphony.simulation;

/**
 * A request to stop a run, set on one thread (a signal handler) and polled on another (the run).
 */
public final class StopFlag {
  private volatile boolean requested;

  public void request() {
    requested = true;
  }

  /** Returns whether a stop has been requested. */
  public boolean isRequested() {
    return requested;
  }
}
