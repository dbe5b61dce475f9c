package org.polyphony.host.app;

/**
 * When an application dies unexpectedly.
 *
 * @param atNanos time after its start, or {@link #NEVER}
 * @param atPhase index of the phase, repeats counted one by one, at whose begin it dies, or {@link
 *     #NOWHERE}
 * @param inCriticalSection whether the death at {@code atPhase}, a request or a release, happens
 *     while the application holds the lock of the scheduler's shared state
 */
public record Fault(long atNanos, int atPhase, boolean inCriticalSection) {
  /** No time. */
  public static final long NEVER = Long.MAX_VALUE;

  /** No phase. */
  public static final int NOWHERE = -1;

  /** The application ends as it should. */
  public static final Fault NONE = new Fault(NEVER, NOWHERE, false);
}
