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
   * @param shutdown of a client
   * @param serverInit before the server serves, once
   */
  public record StageCosts(
      long init, long preAllocate, long postFree, long shutdown, long serverInit) {
    /** Nothing takes time. */
    public static final StageCosts NONE = new StageCosts(0, 0, 0, 0, 0);

    private static final StageCosts FILE_LOCK = new StageCosts(400_000, 60_000, 60_000, 66_700, 0);
    private static final StageCosts MUTEX = new StageCosts(300_000, 158_200, 60_000, 66_700, 0);
    private static final StageCosts CLIENT_SERVER =
        new StageCosts(291_375, 291_375, 291_375, 291_375, 100_000_000);

    /**
     * Returns the costs of schedGPU's Figure 9: 586.7, 584.9 and 1,165.5 us for the four stages of
     * a client under file lock, mutex and client-server. How much of it each stage has is an
     * estimate: initialisation is longer with the file lock, the request with the mutex, as section
     * 7.1 says; with a server all are alike. So is the start of the server, 100 ms.
     */
    public static StageCosts of(Access access) {
      return switch (access) {
        case FILE_LOCK -> FILE_LOCK;
        case MUTEX -> MUTEX;
        case CLIENT_SERVER -> CLIENT_SERVER;
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
