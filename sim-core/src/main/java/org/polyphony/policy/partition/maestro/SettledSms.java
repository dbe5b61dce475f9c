package org.polyphony.policy.partition.maestro;

import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.measure.Kernels;
import org.polyphony.policy.partition.measure.Mix;

/**
 * Tracks on which SMs of a group the role's partition is in place. Once reached, a partition counts
 * as in place until another is wanted, although thread blocks end and are replaced. Source: GPU
 * Maestro section 4.1, "the desired thread block partition is achieved"; DEVIATIONS.md 82.
 */
final class SettledSms {
  private final Mix[] held; // null if not in place

  SettledSms(int sms) {
    held = new Mix[sms];
  }

  /** An SM of the device and the two kernels that share it. */
  record Sm(DeviceView device, int number, Kernels kernels) {
    private boolean isSettled() {
      return device.isSettled(number);
    }

    private boolean lacks(Mix wanted, int side) {
      return !kernels.isEnding(device, side)
          && device.held(number, kernels.row(side)) < wanted.of(side);
    }

    private boolean canFill(Mix wanted, int side) {
      return lacks(wanted, side) && device.hasPlace(number, kernels.row(side));
    }
  }

  /**
   * Checks an SM; returns whether it still waits for its partition, because thread blocks have to
   * leave or to be launched. Fragmented space is not waited for, since compaction can take long
   * (GPU Maestro section 3.3.1).
   */
  boolean waits(int index, Mix wanted, Sm sm) {
    boolean isHeld = sm.isSettled() && !sm.lacks(wanted, 0) && !sm.lacks(wanted, 1);
    held[index] = isHeld || wanted.equals(held[index]) ? wanted : null;
    boolean canFill = sm.canFill(wanted, 0) || sm.canFill(wanted, 1);
    return !sm.isSettled() || (!has(index) && canFill);
  }

  /** Returns whether an SM had its partition in place at the last check. */
  boolean has(int index) {
    return held[index] != null;
  }
}
