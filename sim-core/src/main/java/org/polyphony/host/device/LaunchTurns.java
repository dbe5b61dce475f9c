package org.polyphony.host.device;

import java.util.Arrays;

/**
 * Turns in start order, as under {@code left-over}: the launch that started first has the device
 * until its last thread block is placed.
 */
public final class LaunchTurns implements PartOrder {
  private final long[] rank; // by queue: start order of its last launch, lower is earlier
  private long starts;

  /**
   * Creates the order.
   *
   * @param queues number of hardware queues of the device
   */
  public LaunchTurns(int queues) {
    this.rank = new long[queues];
    Arrays.fill(rank, Long.MAX_VALUE);
  }

  @Override
  public void started(int queue) {
    rank[queue] = starts++;
  }

  @Override
  public void assign(long now, int ready, int draining, int[] owner) {
    int first = Integer.numberOfTrailingZeros(ready);
    for (int rest = ready; rest != 0; rest &= rest - 1) {
      int queue = Integer.numberOfTrailingZeros(rest);
      first = rank[queue] < rank[first] ? queue : first;
    }
    Arrays.fill(owner, first);
  }
}
