package org.polyphony.policy.partition;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.polyphony.gpu.dispatch.Quotas;

/**
 * Divides whole SMs among processes. Each process has a home, a fixed run of SMs; SMs of processes
 * that have nothing to launch are dealt to the others, and go back when they launch again.
 */
final class SmShares {
  private static final int NOBODY = -1;
  private final Function<DeviceView, int[]> homeSizes; // by process
  private int[] home; // SM -> process; null before a device is seen
  private int[] count; // process -> SMs that it is to have now
  private int[] owner; // SM -> process, now
  private int[] row; // process -> kernel row, or NOBODY

  private SmShares(Function<DeviceView, int[]> homeSizes) {
    this.homeSizes = homeSizes;
  }

  /** Homes of the sizes given, one after another; SMs beyond them belong to nobody. */
  static SmShares of(List<Integer> homeSizes) {
    return new SmShares(device -> homeSizes.stream().mapToInt(Integer::intValue).toArray());
  }

  /** Homes of equal size; the first processes get one more when the SMs do not divide evenly. */
  static SmShares even() {
    return new SmShares(
        device -> {
          int sms = device.config().sms();
          int[] sizes = new int[device.processes()];
          Arrays.setAll(sizes, p -> sms / sizes.length + (p < sms % sizes.length ? 1 : 0));
          return sizes;
        });
  }

  /** Gives each kernel the SMs of its share, and no two kernels one SM. */
  void partition(DeviceView device, Quotas quotas) {
    partition(device, quotas, (view, row) -> Integer.MAX_VALUE);
  }

  /**
   * Gives each kernel the SMs of its share, and no two kernels one SM.
   *
   * @param most how many SMs a kernel may have beyond its home when others have no use for them
   */
  void partition(DeviceView device, Quotas quotas, Limit most) {
    begin(device, quotas);
    if (device.kernels() == 0) {
      return;
    }
    countShares(device, most);
    deal();
    giveToOwners(quotas);
  }

  /** Gives each kernel the SMs of its home; those of a process without one stay idle. */
  void partitionHomes(DeviceView device, Quotas quotas) {
    begin(device, quotas);
    for (int sm = 0; sm < owner.length; sm++) {
      boolean isUsed = home[sm] != NOBODY && row[home[sm]] != NOBODY;
      owner[sm] = isUsed ? home[sm] : NOBODY;
    }
    giveToOwners(quotas);
  }

  private void giveToOwners(Quotas quotas) {
    for (int sm = 0; sm < owner.length; sm++) {
      if (owner[sm] != NOBODY) {
        quotas.set(sm, row[owner[sm]], Quotas.UNLIMITED);
      }
    }
  }

  /** The most SMs that a kernel can use. */
  @FunctionalInterface
  interface Limit {
    /** Returns the most SMs that the kernel in this row can use, at least 1. */
    int of(DeviceView device, int kernelRow);
  }

  private void begin(DeviceView device, Quotas quotas) {
    if (home == null) {
      makeHomes(device);
    }
    quotas.clear();
    quotas.setAllExclusive();
    Arrays.fill(row, NOBODY);
    for (int i = 0; i < device.kernels(); i++) {
      row[device.process(device.kernel(i))] = device.kernel(i);
    }
  }

  private void makeHomes(DeviceView device) {
    int[] sizes = homeSizes.apply(device);
    home = new int[device.config().sms()];
    Arrays.fill(home, NOBODY);
    int sm = 0;
    for (int process = 0; process < sizes.length; process++) {
      Arrays.fill(home, sm, sm + sizes[process], process);
      sm += sizes[process];
    }
    count = new int[sizes.length];
    row = new int[sizes.length];
    owner = new int[home.length];
  }

  private void countShares(DeviceView device, Limit most) {
    Arrays.fill(count, 0);
    int spare = 0;
    for (int process : home) {
      boolean used =
          process != NOBODY
              && row[process] != NOBODY
              && count[process] < most.of(device, row[process]);
      if (used) {
        count[process]++;
      } else {
        spare++;
      }
    }
    for (; spare > 0; spare--) {
      int process = fewest(device, most);
      if (process == NOBODY) {
        return; // no kernel can use more
      }
      count[process]++;
    }
  }

  /** Returns the process with the fewest SMs among those that can use one more. */
  private int fewest(DeviceView device, Limit most) {
    int best = NOBODY;
    for (int process = 0; process < count.length; process++) {
      if (row[process] != NOBODY
          && count[process] < most.of(device, row[process])
          && (best == NOBODY || count[process] < count[best])) {
        best = process;
      }
    }
    return best;
  }

  /** Turns counts into SMs: first those at home, then the free ones in order. */
  private void deal() {
    for (int sm = 0; sm < owner.length; sm++) {
      int process = home[sm];
      owner[sm] = process != NOBODY && count[process] > 0 ? process : NOBODY;
      if (owner[sm] != NOBODY) {
        count[process]--;
      }
    }
    int process = 0;
    for (int sm = 0; sm < owner.length; sm++) {
      while (process < count.length && count[process] == 0) {
        process++;
      }
      if (owner[sm] == NOBODY && process < count.length) {
        owner[sm] = process;
        count[process]--;
      }
    }
  }
}
