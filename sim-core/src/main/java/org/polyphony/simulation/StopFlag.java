package org.polyphony.simulation;

/** A wish to end, made on one thread (a signal handler) and seen on another (the run). */
public final class StopFlag {
  private volatile boolean requested;

  public void request() {
    requested = true;
  }

  /** Returns true once the flag has been raised. */
  public boolean isRequested() {
    return requested;
  }
}
