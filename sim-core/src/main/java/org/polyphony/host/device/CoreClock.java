package org.polyphony.host.device;

/**
 * The core clock of a device against the time of the host, exactly: cycle c is at the first whole
 * nanosecond that is not before c cycles.
 *
 * @param khz frequency, at least 1
 */
record CoreClock(long khz) {
  private static final long NANOS = 1_000_000; // in a millisecond, which has khz cycles

  /** Returns the last cycle that is not after a time in nanoseconds. */
  long cycleAt(long nanos) {
    return nanos / NANOS * khz + nanos % NANOS * khz / NANOS;
  }

  /** Returns the time of a cycle in nanoseconds. */
  long timeOf(long cycle) {
    return cycle / khz * NANOS + (cycle % khz * NANOS + khz - 1) / khz;
  }
}
