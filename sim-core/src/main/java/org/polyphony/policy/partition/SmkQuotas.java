package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.dispatch.Quotas;

/**
 * Gives every SM the same thread-block counts, or splits the SMs if the kernels do not fit on one.
 */
final class SmkQuotas {
  private final SmShares split = SmShares.even();

  /**
   * Sets quotas, or splits the SMs evenly if a count is 0 or one thread block of each kernel does
   * not fit on an SM.
   *
   * @param threadBlocks of each kernel on an SM
   */
  void set(DeviceView device, Quotas quotas, List<Sharer> sharers, int[] threadBlocks) {
    if (!eachHasRoom(device, sharers, threadBlocks)) {
      split.partition(device, quotas, sharers);
      return;
    }
    quotas.clear();
    for (int i = 0; i < threadBlocks.length; i++) {
      if (!sharers.get(i).hasEnded()) {
        quotas.setOnAll(
            sharers.get(i).row(), threadBlocks.length == 1 ? Quotas.UNLIMITED : threadBlocks[i]);
      }
    }
  }

  private static boolean eachHasRoom(DeviceView device, List<Sharer> sharers, int[] threadBlocks) {
    SmRoom room = new SmRoom(device.config().sm());
    boolean nonZero = true;
    for (int i = 0; i < threadBlocks.length; i++) {
      room.take(sharers.get(i).need(), 1);
      nonZero &= threadBlocks[i] > 0;
    }
    return nonZero && !room.isOverdrawn();
  }
}
