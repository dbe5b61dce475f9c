package org.polyphony.host.device;

import java.util.List;

/**
 * One launch on a device that has nothing else to do, measured by the cycle-level device. A place
 * is room for one of its thread blocks; an empty device has as many as it holds at once.
 *
 * @param latencyNanos from the launch, or the end of the launch before, to the first thread block
 * @param dispatchNanos from there until the last thread block has a place, at least 0: for so long
 *     the launch can use the whole device
 * @param leaveNanos from there until places are empty: the mean of each {@value #PARTS}th of all
 *     places, ascending, 0 for places that are empty then
 * @param tailNanos from there until the last thread block has ended, not less than any of these
 */
public record LaunchTimes(
    long latencyNanos, long dispatchNanos, List<Long> leaveNanos, long tailNanos) {
  /** Parts of equal size that the places of a device are counted in. */
  public static final int PARTS = 16;

  public LaunchTimes {
    leaveNanos = List.copyOf(leaveNanos);
    if (leaveNanos.size() != PARTS) {
      throw new IllegalArgumentException("not " + PARTS + " parts: " + leaveNanos);
    }
  }

  /** Returns the time of the launch alone, in nanoseconds. */
  public long aloneNanos() {
    return latencyNanos + dispatchNanos + tailNanos;
  }
}
