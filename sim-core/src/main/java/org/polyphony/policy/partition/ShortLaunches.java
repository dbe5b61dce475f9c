package org.polyphony.policy.partition;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.dispatch.Occupancy;

/**
 * Lists the kernels that share the device. A process keeps its share between two launches if the
 * first is short: in its tail, and while the next one waits for the launch latency. A kernel is
 * short if its whole grid fits in the process's even share of the device (DEVIATIONS.md 6).
 *
 * <p>State: the kernels listed last, in the order in which their processes got a share.
 */
final class ShortLaunches {
  private List<Sharer> last = List.of();

  /**
   * Returns the kernels that share the device, the process that has had a share for longest first.
   * Call it on each change of the device's list of kernels.
   */
  List<Sharer> sharers(DeviceView device) {
    Sharer[] listed = new Sharer[device.processes()];
    for (int i = 0; i < device.kernels(); i++) {
      Sharer sharer = Sharer.of(device, device.kernel(i));
      listed[sharer.process()] = sharer;
    }
    List<Sharer> now = new ArrayList<>();
    for (Sharer before : last) {
      Sharer next = next(device, before, listed[before.process()]);
      if (next != null) {
        now.add(next);
        listed[before.process()] = null;
      }
    }
    for (int i = 0; i < device.kernels(); i++) {
      Sharer sharer = listed[device.process(device.kernel(i))];
      if (sharer != null) {
        now.add(sharer);
      }
    }
    last = List.copyOf(now);
    return last;
  }

  /** Returns the kernel to which a kernel's share goes on, or null if it goes to the others. */
  private static Sharer next(DeviceView device, Sharer before, Sharer listed) {
    if (listed != null) {
      boolean goesOn = listed.launch() == before.launch() || isShort(device, before);
      return goesOn ? listed : null;
    }
    int row = device.running(before.process());
    boolean isBetween = row != DeviceView.NONE || device.isLaunching(before.process());
    return isBetween && isShort(device, before) ? before.in(row) : null;
  }

  private static boolean isShort(DeviceView device, Sharer sharer) {
    int each = Occupancy.of(device.config().sm(), sharer.need()).threadBlocks();
    long whole = (long) device.config().sms() * each;
    return sharer.threadBlocks() <= whole / device.processes();
  }
}
