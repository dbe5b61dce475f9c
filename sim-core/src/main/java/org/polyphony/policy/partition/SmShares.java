package org.polyphony.policy.partition;

import java.util.Arrays;
import org.polyphony.gpu.Quotas;

/**
 * Divides whole SMs among processes. Each process has a home, a fixed run of SMs; SMs of processes
 * that have nothing to launch are dealt to the others, and go back when they launch again.
 */
final class SmShares {
  private static final int NOBODY = -1;
  private final int[] home; // SM -> process
  private final int[] count; // process -> SMs that it is to have now
  private final int[] owner; // SM -> process, now
  private final int[] row; // process -> kernel row, or NOBODY

  /** Homes of the sizes given, one after another; SMs beyond them belong to nobody. */
  SmShares(int sms, int[] homeSizes) {
    home = new int[sms];
    Arrays.fill(home, NOBODY);
    int sm = 0;
    for (int process = 0; process < homeSizes.length; process++) {
      for (int i = 0; i < homeSizes[process]; i++) {
        home[sm++] = process;
      }
    }
    count = new int[homeSizes.length];
    row = new int[homeSizes.length];
    owner = new int[sms];
  }

  /** Homes of equal size; the first processes get one more when the SMs do not divide evenly. */
  static SmShares even(int sms, int processes) {
    int[] sizes = new int[processes];
    for (int process = 0; process < processes; process++) {
      sizes[process] = sms / processes + (process < sms % processes ? 1 : 0);
    }
    return new SmShares(sms, sizes);
  }

  /**
   * Gives each kernel the SMs of its share, and no two kernels one SM.
   *
   * @param most how many SMs a kernel may have beyond its home when others have no use for them
   */
  void partition(DeviceView device, Quotas quotas, Limit most) {
    quotas.clear();
    quotas.setAllExclusive();
    if (device.kernels() == 0) {
      return;
    }
    findRows(device);
    countShares(device, most);
    deal();
    giveToOwners(quotas);
  }

  /** Gives each kernel the SMs of its home; those of a process without one stay idle. */
  void partitionHomes(DeviceView device, Quotas quotas) {
    quotas.clear();
    quotas.setAllExclusive();
    findRows(device);
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

  private void findRows(DeviceView device) {
    Arrays.fill(row, NOBODY);
    for (int i = 0; i < device.kernels(); i++) {
      row[device.process(device.kernel(i))] = device.kernel(i);
    }
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
