package org.polyphony.host.broker;

/** What a broker did in a run; raw counts. */
public final class BrokerCounters {
  long calls;
  long requests;
  long granted;
  long waited;
  long timedOut;
  long notReady;
  long refused;
  long sanityFrees;
  long recoveries;
  long freshStarts;
  long stageNanos;
  long serverNanos;
  long lockWaitNanos;
  boolean lockAbandoned;
  boolean serverDied;

  BrokerCounters() {}

  /** Returns the stages of life cycles that were gone through. */
  public long calls() {
    return calls;
  }

  /** Returns the requests for memory. */
  public long requests() {
    return requests;
  }

  /** Returns the requests that were granted, at once or later. */
  public long granted() {
    return granted;
  }

  /** Returns the requests that had to wait. */
  public long waited() {
    return waited;
  }

  /** Returns the requests whose time was over. */
  public long timedOut() {
    return timedOut;
  }

  /** Returns the requests that did not block and had no room. */
  public long notReady() {
    return notReady;
  }

  /** Returns the calls that ended with another error. */
  public long refused() {
    return refused;
  }

  /** Returns the dead clients that sanity checks found. */
  public long sanityFrees() {
    return sanityFrees;
  }

  /** Returns how often damaged data were recovered from a backup. */
  public long recoveries() {
    return recoveries;
  }

  /** Returns how often damaged data were begun anew. */
  public long freshStarts() {
    return freshStarts;
  }

  /** Returns the time spent in stages, in nanoseconds, all clients together. */
  public long stageNanos() {
    return stageNanos;
  }

  /** Returns the time that the start and the end of the server take, in nanoseconds; 0 of none. */
  public long serverNanos() {
    return serverNanos;
  }

  /** Returns the time spent waiting for the lock or the server, in nanoseconds. */
  public long lockWaitNanos() {
    return lockWaitNanos;
  }

  /** Returns whether a client died with the mutex, so that all others wait for ever. */
  public boolean lockAbandoned() {
    return lockAbandoned;
  }

  /** Returns whether the server died. */
  public boolean serverDied() {
    return serverDied;
  }
}
