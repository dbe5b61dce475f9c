package org.polyphony.host.broker;

/** What a broker did in a run; raw counts. */
public final class BrokerCounters {
  private final long[] counts = new long[Count.values().length];
  boolean lockAbandoned;
  boolean serverDied;

  /** What is counted, all clients together. */
  public enum Count {
    /** Stages of life cycles that were gone through. */
    CALLS,
    /** Requests for memory. */
    REQUESTS,
    /** Requests that were granted, at once or later. */
    GRANTED,
    /** Requests that had to wait. */
    WAITED,
    /** Requests whose time was over. */
    TIMED_OUT,
    /** Requests that did not block and had no room. */
    NOT_READY,
    /** Calls that ended with another error. */
    REFUSED,
    /** Dead clients that sanity checks found. */
    SANITY_FREES,
    /** Damaged data that were recovered from a backup. */
    RECOVERIES,
    /** Damaged data that were begun anew for want of a backup. */
    FRESH_STARTS,
    /** Time spent in stages, in nanoseconds. */
    STAGE_NANOS,
    /** Time that the start and the end of the server take, in nanoseconds; 0 of none. */
    SERVER_NANOS,
    /** Time spent waiting for the lock or the server, in nanoseconds. */
    LOCK_WAIT_NANOS
  }

  void add(Count what, long more) {
    counts[what.ordinal()] += more;
  }

  public long get(Count what) {
    return counts[what.ordinal()];
  }

  public boolean lockAbandoned() {
    return lockAbandoned;
  }

  public boolean serverDied() {
    return serverDied;
  }
}
