package org.polyphony.policy.partition;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import org.polyphony.gpu.dispatch.Quotas;

/**
 * Divides whole SMs among processes. Each process has a home, a fixed contiguous range of SMs.
 * While a process has nothing to launch, its SMs are lent to the others; they return when it
 * launches again.
 */
final class SmShares {
  private static final int NOBODY = -1;
  private final Function<DeviceView, int[]> homeSizes; // by process
  private int[] home; // SM -> process; null before the first call
  private int[] count; // process -> SMs it should have now
  private int[] owner; // SM -> current process
  private Sharer[] sharer; // process -> its kernel, or null

  private SmShares(Function<DeviceView, int[]> homeSizes) {
    this.homeSizes = homeSizes;
  }

  /** Creates homes of the given sizes, one after another; SMs beyond them belong to no process. */
  static SmShares of(List<Integer> homeSizes) {
    return new SmShares(device -> homeSizes.stream().mapToInt(Integer::intValue).toArray());
  }

  /** Creates homes of equal size; if SMs do not divide evenly, the first processes get one more. */
  static SmShares even() {
    return new SmShares(
        device -> {
          int sms = device.config().sms();
          int[] sizes = new int[device.processes()];
          Arrays.setAll(sizes, p -> sms / sizes.length + (p < sms % sizes.length ? 1 : 0));
          return sizes;
        });
  }

  /** Assigns SMs to kernels; an SM has at most one kernel. */
  void partition(DeviceView device, Quotas quotas, List<Sharer> sharers) {
    partition(device, quotas, sharers, (view, sharer) -> Integer.MAX_VALUE);
  }

  /**
   * Assigns SMs to kernels; an SM has at most one kernel.
   *
   * @param most SMs that a kernel can use, at least 1
   */
  void partition(
      DeviceView device,
      Quotas quotas,
      List<Sharer> sharers,
      ToIntBiFunction<DeviceView, Sharer> most) {
    begin(device, quotas, sharers);
    if (sharers.isEmpty()) {
      return;
    }
    countShares(device, most);
    deal();
    giveToOwners(quotas);
  }

  /** Assigns each kernel its home SMs; SMs of a process without a kernel stay idle. */
  void partitionHomes(DeviceView device, Quotas quotas, List<Sharer> sharers) {
    begin(device, quotas, sharers);
    for (int sm = 0; sm < owner.length; sm++) {
      boolean isUsed = home[sm] != NOBODY && sharer[home[sm]] != null;
      owner[sm] = isUsed ? home[sm] : NOBODY;
    }
    giveToOwners(quotas);
  }

  private void giveToOwners(Quotas quotas) {
    for (int sm = 0; sm < owner.length; sm++) {
      if (owner[sm] != NOBODY && !sharer[owner[sm]].hasEnded()) {
        quotas.set(sm, sharer[owner[sm]].row(), Quotas.UNLIMITED);
      }
    }
  }

  private void begin(DeviceView device, Quotas quotas, List<Sharer> sharers) {
    if (home == null) {
      makeHomes(device);
    }
    quotas.clear();
    quotas.setAllExclusive();
    Arrays.fill(sharer, null);
    sharers.forEach(each -> sharer[each.process()] = each);
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
    sharer = new Sharer[sizes.length];
    owner = new int[home.length];
  }

  private void countShares(DeviceView device, ToIntBiFunction<DeviceView, Sharer> most) {
    Arrays.fill(count, 0);
    int spare = 0;
    for (int process : home) {
      boolean used =
          process != NOBODY
              && sharer[process] != null
              && count[process] < most.applyAsInt(device, sharer[process]);
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

  /** Returns the process with the fewest SMs among those that can use another. */
  private int fewest(DeviceView device, ToIntBiFunction<DeviceView, Sharer> most) {
    int best = NOBODY;
    for (int process = 0; process < count.length; process++) {
      if (sharer[process] != null
          && count[process] < most.applyAsInt(device, sharer[process])
          && (best == NOBODY || count[process] < count[best])) {
        best = process;
      }
    }
    return best;
  }

  /** Assigns SMs according to the counts: home SMs first, then free SMs in order. */
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
