package org.polyphony.host.broker;

/**
 * How the broker is put into practice. Source: schedGPU sections 3, 5 and 7.1.
 *
 * @param policy who gets memory that is free: a fresh object is not needed, policies have no state
 * @param access how clients reach the shared data
 * @param costs time of each stage
 * @param sanityCheckNanos how often waiting clients check that those with memory are alive
 * @param faults what goes wrong with the broker itself
 */
public record BrokerConfig(
    NotificationPolicy policy,
    Access access,
    StageCosts costs,
    long sanityCheckNanos,
    Faults faults) {
  /** How clients reach the shared data. */
  public enum Access {
    /** Shared memory under a file lock and signals: the lock of a dead client is free. */
    FILE_LOCK,
    /** Shared memory under an interprocess mutex: that of a dead client is locked for ever. */
    MUTEX,
    /** A server that clients talk to: when it dies, nobody is served. */
    CLIENT_SERVER
  }

  /**
   * Time of each stage of the life cycle of a client, and of the server, in nanoseconds. The whole
   * of a stage is spent with the lock, or by the server. Source: schedGPU Figure 9.
   *
   * @param init initialisation of a client
   * @param preAllocate of memory, without waiting
   * @param postFree of memory
   * @param notification of waiting clients, at the end of a release
   * @param shutdown of a client
   * @param serverInit before the server serves, once
   * @param serverShutdown after the last client, once; no client waits for it
   */
  public record StageCosts(
      long init,
      long preAllocate,
      long postFree,
      long notification,
      long shutdown,
      long serverInit,
      long serverShutdown) {
    /** Nothing takes time. */
    public static final StageCosts NONE = new StageCosts(0, 0, 0, 0, 0, 0, 0);

    /**
     * Returns the costs of schedGPU's Figure 9. It states each stage of the file lock, 584.9 us
     * together, and the start and end of the server. Of the others it states the sums, 586.7 us
     * (mutex) and 1,165.5 us (client-server); how they are split is an estimate: with the mutex 100
     * us and the rest of the sum move from initialisation to the request, as section 7.1 says of
     * their order; with a server all stages are alike.
     */
    public static StageCosts of(Access access) {
      return switch (access) {
        case FILE_LOCK -> new StageCosts(325_000, 23_500, 22_500, 14_900, 199_000, 0, 0);
        case MUTEX -> new StageCosts(225_000, 125_300, 22_500, 14_900, 199_000, 0, 0);
        case CLIENT_SERVER ->
            new StageCosts(233_100, 233_100, 233_100, 233_100, 233_100, 654_700, 200_000);
      };
    }
  }

  /**
   * What goes wrong with the broker itself, at times of the run or {@link #NEVER}.
   *
   * @param serverDiesNanos when the server dies; only with {@link Access#CLIENT_SERVER}
   * @param corruptNanos when the shared data are damaged
   * @param losesBackup whether the backup is lost with them
   */
  public record Faults(long serverDiesNanos, long corruptNanos, boolean losesBackup) {
    /** No time. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Nothing goes wrong. */
    public static final Faults NONE = new Faults(NEVER, NEVER, false);
  }
}
