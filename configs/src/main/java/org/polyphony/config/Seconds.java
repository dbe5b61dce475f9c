package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;

/** Times in files are in seconds, times in runs in nanoseconds. */
final class Seconds {
  private static final double NANOS = 1e9;

  private Seconds() {}

  /** Returns a number of seconds in nanoseconds, rounded; 0 for a missing node. */
  static long nanos(JsonNode seconds) {
    return nanos(seconds, 0);
  }

  /** Returns a number of seconds in nanoseconds, rounded; another number for a missing node. */
  static long nanos(JsonNode seconds, long absent) {
    return seconds.isMissingNode() ? absent : Math.round(seconds.asDouble() * NANOS);
  }
}
