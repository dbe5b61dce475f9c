package org.polyphony.host.device;

import java.util.List;

/**
 * Timing of one launch alone on a device, measured by the cycle-level device. A place is room for
 * one of its thread blocks; an empty device has as many as it can hold at once.
 *
 * @param latencyNanos from the launch, or the end of the previous launch, to the first thread block
 * @param dispatchNanos from the first thread block until the last one is placed, at least 0: during
 *     this time the launch can use the whole device
 * @param leaveNanos from the end of the dispatch until places are empty: the mean of each {@value
 *     #PARTS}th of all places, ascending, 0 for places that are already empty
 * @param tailNanos from the end of the dispatch until the last thread block has ended, not less
 *     than any of {@code leaveNanos}
 */
public record LaunchTimes(
    long latencyNanos, long dispatchNanos, List<Long> leaveNanos, long tailNanos) {
  /** Number of equal parts into which the places of a device are divided. */
  public static final int PARTS = 16;

  public LaunchTimes {
    leaveNanos = List.copyOf(leaveNanos);
    if (leaveNanos.size() != PARTS) {
      throw new IllegalArgumentException("not " + PARTS + " parts: " + leaveNanos);
    }
  }
}
