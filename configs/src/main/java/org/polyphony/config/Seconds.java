package org.polyphony.config;

import org.polyphony.input.Violation;

/** Times in files are in seconds, times in runs in nanoseconds. */
final class Seconds {
  private static final double NANOS = 1e9;
  private static final double SHORTEST = 1e-9;

  private Seconds() {}

  /** Returns a number of seconds in nanoseconds, rounded. */
  static long nanos(double seconds) {
    return Math.round(seconds * NANOS);
  }

  /** Returns a number of seconds in nanoseconds, rounded; another number if it is absent. */
  static long nanos(Double seconds, long absent) {
    return seconds == null ? absent : nanos(seconds.doubleValue());
  }

  /** Checks that a time is a nanosecond or more. */
  static void requireNanos(Violation.Checks checks, String key, double seconds) {
    checks.require(seconds >= SHORTEST, key, seconds, "a nanosecond or more");
  }
}
