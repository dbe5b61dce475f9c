package org.polyphony.host;

/**
 * One launch on a device that has nothing else to do, measured by the cycle-level device. A place
 * is room for one of its thread blocks; an empty device has as many as it holds at once.
 *
 * @param latencyNanos from the launch, or the end of the launch before, to the first thread block
 * @param dispatchNanos from there until the last thread block has a place, at least 0: for so long
 *     the launch can use the whole device
 * @param drainNanos from there until a place is empty, the mean over all places
 * @param tailNanos from there until the last thread block has ended, at least {@code drainNanos}
 */
public record LaunchTimes(long latencyNanos, long dispatchNanos, long drainNanos, long tailNanos) {
  /** Returns the time of the launch alone, in nanoseconds. */
  public long aloneNanos() {
    return latencyNanos + dispatchNanos + tailNanos;
  }
}
