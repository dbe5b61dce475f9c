package org.polyphony.host.device;

import java.util.Arrays;

/**
 * Spatial sharing in equal parts, as under {@code spatial-even}: each queue has a home, a
 * contiguous range of parts. Parts of queues with nothing to launch are lent to the others, and
 * return once their queue launches again and the thread blocks there have left (DEVIATIONS.md 5,
 * 6).
 */
public final class EvenParts implements PartOrder {
  private final int[] count; // by queue: parts it has yet to get

  /**
   * Creates the order.
   *
   * @param queues number of hardware queues of the device
   */
  public EvenParts(int queues) {
    this.count = new int[queues];
  }

  @Override
  public void assign(long now, int ready, int draining, int[] owner) {
    int users = Integer.bitCount(ready);
    int more = owner.length % users; // the first queues get one more
    for (int queue = 0; queue < count.length; queue++) {
      boolean isReady = (ready >>> queue & 1) != 0;
      count[queue] = isReady ? owner.length / users + (more-- > 0 ? 1 : 0) : 0;
    }
    Arrays.fill(owner, NOBODY);
    for (int part = 0; part < owner.length; part++) {
      give(owner, part, part * count.length / owner.length);
    }
    int queue = 0;
    for (int part = 0; part < owner.length; part++) {
      while (queue < count.length - 1 && count[queue] == 0) {
        queue++;
      }
      if (owner[part] == NOBODY) {
        give(owner, part, queue);
      }
    }
  }

  private void give(int[] owner, int part, int queue) {
    if (count[queue] > 0) {
      owner[part] = queue;
      count[queue]--;
    }
  }
}
