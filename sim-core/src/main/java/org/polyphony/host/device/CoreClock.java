package org.polyphony.host.device;

/**
 * Exact conversion between core cycles of a device and host time: cycle c starts at the first whole
 * nanosecond not before the duration of c cycles.
 *
 * @param khz frequency, at least 1
 */
record CoreClock(long khz) {
  private static final long NANOS = 1_000_000; // nanoseconds per millisecond, which has khz cycles

  /** Returns the last cycle that has started by a time in nanoseconds. */
  long cycleAt(long nanos) {
    return nanos / NANOS * khz + nanos % NANOS * khz / NANOS;
  }

  /** Returns the start of a cycle in nanoseconds. */
  long timeOf(long cycle) {
    return cycle / khz * NANOS + (cycle % khz * NANOS + khz - 1) / khz;
  }
}
