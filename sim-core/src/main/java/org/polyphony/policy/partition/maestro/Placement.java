package org.polyphony.policy.partition.maestro;

import org.polyphony.policy.partition.DeviceView;

/**
 * Which SMs of a group hold the partition of their role. One that has held it counts until it is to
 * hold another: that thread blocks end and are replaced belongs to a partition. Source: GPU Maestro
 * section 4.1, "the desired thread block partition is achieved"; DEVIATIONS.md 82.
 */
final class Placement {
  private final Partition[] held; // null where it is not in place

  Placement(int sms) {
    held = new Partition[sms];
  }

  /** An SM on which two kernels run. */
  record Sm(DeviceView device, int number, GroupKernels kernels) {
    private boolean isSettled() {
      return device.isSettled(number);
    }

    private boolean lacks(Partition wanted, int side) {
      return device.held(number, kernels.row(side)) < wanted.of(side);
    }

    private boolean canFill(Partition wanted, int side) {
      return lacks(wanted, side) && device.hasPlace(number, kernels.row(side));
    }
  }

  /**
   * Looks at an SM; returns whether its partition is on the way: thread blocks have to leave, or to
   * be launched. Fragmented room is not waited for, since it can take long to resolve (GPU Maestro
   * section 3.3.1).
   */
  boolean waits(int index, Partition wanted, Sm sm) {
    boolean isHeld = sm.isSettled() && !sm.lacks(wanted, 0) && !sm.lacks(wanted, 1);
    held[index] = isHeld || wanted.equals(held[index]) ? wanted : null;
    boolean canFill = sm.canFill(wanted, 0) || sm.canFill(wanted, 1);
    return !sm.isSettled() || (!has(index) && canFill);
  }

  /** Returns whether an SM held its partition when it was looked at last, or before. */
  boolean has(int index) {
    return held[index] != null;
  }
}
