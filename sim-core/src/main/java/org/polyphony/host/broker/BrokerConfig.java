package org.polyphony.host.broker;

/**
 * Implementation parameters of the broker. Source: schedGPU sections 3, 5 and 7.1.
 *
 * @param policy decides who gets free memory; stateless, so it can be shared
 * @param access how clients access the shared data
 * @param costs duration of each stage
 * @param sanityCheckNanos interval at which waiting clients check that memory holders are alive
 * @param faults injected into the broker
 */
public record BrokerConfig(
    NotificationPolicy policy,
    Access access,
    StageCosts costs,
    long sanityCheckNanos,
    Faults faults) {
  /** How clients access the shared data. */
  public enum Access {
    /** Shared memory with a file lock and signals: a dead client's lock is released. */
    FILE_LOCK,
    /** Shared memory with an interprocess mutex: a dead client's mutex stays locked forever. */
    MUTEX,
    /** A server process: if it dies, no client is served. */
    CLIENT_SERVER
  }

  /**
   * Duration of each stage of a client's and the server's life cycle, in nanoseconds. The lock or
   * the server is occupied for the whole stage. Source: schedGPU Figure 9.
   *
   * @param init initialization of a client
   * @param preAllocate memory request, without waiting
   * @param postFree release of memory
   * @param notification of waiting clients, at the end of a release
   * @param shutdown of a client
   * @param serverInit once, before the server accepts clients
   * @param serverShutdown once, after the last client; no client waits for it
   */
  public record StageCosts(
      long init,
      long preAllocate,
      long postFree,
      long notification,
      long shutdown,
      long serverInit,
      long serverShutdown) {
    /** No stage takes time. */
    public static final StageCosts NONE = new StageCosts(0, 0, 0, 0, 0, 0, 0);

    /**
     * Returns the costs of schedGPU's Figure 9. The figure gives each stage of the file lock (584.9
     * us in total) and the server's start and end, but only the totals of the others: 586.7 us
     * (mutex) and 1,165.5 us (client-server). Their split is an estimate: for the mutex, 100 us
     * move from initialization to the request, which also gets the difference of the totals, to
     * match the order given in section 7.1; for the server, all stages are equal.
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
   * Faults of the broker itself, at times of the run or {@link #NEVER}.
   *
   * @param serverDiesNanos when the server dies; only with {@link Access#CLIENT_SERVER}
   * @param corruptNanos when the shared data is corrupted
   * @param losesBackup whether the backup is lost at the same time
   */
  public record Faults(long serverDiesNanos, long corruptNanos, boolean losesBackup) {
    /** The fault does not occur. */
    public static final long NEVER = Long.MAX_VALUE;

    /** No faults. */
    public static final Faults NONE = new Faults(NEVER, NEVER, false);
  }
}
