package org.polyphony.host.app;

/**
 * When an application crashes.
 *
 * @param atNanos time after its start, or {@link #NEVER}
 * @param atPhase index of the phase at whose start it crashes, with repeats expanded, or {@link
 *     #NOWHERE}
 * @param inCriticalSection whether it crashes in {@code atPhase}, a request or a release, while
 *     holding the lock of the scheduler's shared state
 */
public record Fault(long atNanos, int atPhase, boolean inCriticalSection) {
  /** No time. */
  public static final long NEVER = Long.MAX_VALUE;

  /** No phase. */
  public static final int NOWHERE = -1;

  /** No crash. */
  public static final Fault NONE = new Fault(NEVER, NOWHERE, false);
}
