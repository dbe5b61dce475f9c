package org.polyphony.policy.partition;

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
   * @param threadBlocks of each listed kernel, by index
   */
  void set(DeviceView device, Quotas quotas, int[] threadBlocks) {
    if (!eachHasRoom(device, threadBlocks)) {
      split.partition(device, quotas);
      return;
    }
    quotas.clear();
    for (int i = 0; i < device.kernels(); i++) {
      quotas.setOnAll(device.kernel(i), device.kernels() == 1 ? Quotas.UNLIMITED : threadBlocks[i]);
    }
  }

  private static boolean eachHasRoom(DeviceView device, int[] threadBlocks) {
    SmRoom room = new SmRoom(device.config().sm());
    boolean nonZero = true;
    for (int i = 0; i < device.kernels(); i++) {
      room.take(device.need(device.kernel(i)));
      nonZero &= threadBlocks[i] > 0;
    }
    return nonZero && !room.isOverdrawn();
  }
}
