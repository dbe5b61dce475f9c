package org.polyphony.policy.partition;

import org.polyphony.gpu.dispatch.ThreadBlockNeed;

/**
 * A kernel that has a share of the device: one with thread blocks left to launch, or the last one
 * of a process between {@link ShortLaunches}.
 *
 * @param row of the kernel control block, or {@link DeviceView#NONE} once the kernel has ended
 * @param threadBlocks in its grid
 */
record Sharer(
    int process, int row, long launch, String name, ThreadBlockNeed need, long threadBlocks) {
  static Sharer of(DeviceView device, int row) {
    return new Sharer(
        device.process(row),
        row,
        device.launch(row),
        device.name(row),
        device.need(row),
        device.threadBlocks(row));
  }

  /** Returns this kernel, which has nothing left to launch, in the row in which it still runs. */
  Sharer in(int nowRow) {
    return new Sharer(process, nowRow, launch, name, need, threadBlocks);
  }

  boolean hasEnded() {
    return row == DeviceView.NONE;
  }
}
