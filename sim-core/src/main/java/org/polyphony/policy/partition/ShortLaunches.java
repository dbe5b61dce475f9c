package org.polyphony.policy.partition;

import java.util.Arrays;

/**
 * Tells whether shares stay as they are because the next kernel of a process is about to start: its
 * last kernel was short, and is in its tail, or the next one waits for the launch latency. A kernel
 * is short if its whole grid fits in the process's even share of the device (DEVIATIONS.md 6).
 *
 * <p>State per process: launch number of its listed kernel, and whether that kernel is short.
 */
final class ShortLaunches {
  private long[] launch = {};
  private boolean[] isShort = {};

  /**
   * Returns whether the quotas stay. Call it on each change of the device's list of kernels; a
   * kernel that has just been launched always needs new quotas.
   */
  boolean keepShares(DeviceView device) {
    if (launch.length == 0) {
      launch = new long[device.processes()];
      isShort = new boolean[device.processes()];
      Arrays.fill(launch, DeviceView.NONE);
    }
    boolean[] isListed = new boolean[launch.length];
    boolean isNew = false;
    for (int i = 0; i < device.kernels(); i++) {
      int row = device.kernel(i);
      int process = device.process(row);
      isListed[process] = true;
      isNew |= launch[process] != device.launch(row);
      launch[process] = device.launch(row);
      isShort[process] = fitsInItsShare(device, row);
    }
    boolean isExpected = false;
    for (int process = 0; process < launch.length; process++) {
      boolean isBetween = device.running(process) != DeviceView.NONE || device.isLaunching(process);
      isExpected |= isShort[process] && !isListed[process] && isBetween;
    }
    return isExpected && !isNew;
  }

  private static boolean fitsInItsShare(DeviceView device, int row) {
    long whole = (long) device.config().sms() * device.occupancy(row);
    return device.threadBlocks(row) <= whole / device.processes();
  }
}
