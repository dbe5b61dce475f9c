package org.polyphony.host.broker;

/** Counters of a broker in a run; raw counts. */
public final class BrokerCounters {
  private final long[] counts = new long[Count.values().length];
  boolean lockAbandoned;
  boolean serverDied;

  /** A counter, summed over clients. */
  public enum Count {
    /** Completed life-cycle stages. */
    CALLS,
    /** Requests for memory. */
    REQUESTS,
    /** Requests granted, immediately or later. */
    GRANTED,
    /** Requests that had to wait. */
    WAITED,
    /** Requests that timed out. */
    TIMED_OUT,
    /** Non-blocking requests without room. */
    NOT_READY,
    /** Calls that failed with another error. */
    REFUSED,
    /** Dead clients found by sanity checks. */
    SANITY_FREES,
    /** Corrupt data recovered from a backup. */
    RECOVERIES,
    /** Corrupt data reset for lack of a backup. */
    FRESH_STARTS,
    /** Time spent in stages, in nanoseconds. */
    STAGE_NANOS,
    /** Duration of the server's start and end in nanoseconds; 0 without a server. */
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
