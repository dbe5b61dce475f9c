package org.polyphony.policy.partition;

import org.polyphony.gpu.dispatch.Quotas;

/**
 * Preemptive priorities: a kernel takes from kernels of lower priority as many SMs as its thread
 * blocks need. The SMs with the fewest thread blocks to preempt are taken; the preemption technique
 * decides how these leave. Kernels of equal priority share as under {@link LeftOver}. Once a kernel
 * has launched its last thread block, the others use all SMs again.
 *
 * <p>Source: preemptive priority queues of Tanasic et al., ISCA'14. Differs: thread blocks of lower
 * priority keep the SMs that the kernel does not need (DEVIATIONS.md 86).
 */
public final class PreemptivePriority implements PartitionPolicy {
  public static final String NAME = "preemptive-priority";

  public static final PolicyKind<?> KIND =
      PolicyKind.of(
          NAME,
          "kernels of higher priority preempt others on as many SMs as they need",
          "Tanasic et al., ISCA'14",
          PreemptivePriority::new);

  @Override
  public boolean sharesStreams() {
    return true;
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    quotas.clear();
    for (int i = 0; i < device.kernels(); i++) {
      quotas.setOnAll(device.kernel(i), Quotas.UNLIMITED);
      quotas.setRank(device.kernel(i), LeftOver.rank(device, i));
    }
    for (int i = 0; i < device.kernels(); i++) {
      takeSms(device, device.kernel(i), quotas);
    }
    return NEVER;
  }

  /** Closes as many SMs to kernels of lower priority as a kernel's thread blocks need. */
  private static void takeSms(DeviceView device, int row, Quotas quotas) {
    int occupancy = device.occupancy(row);
    long needed = (device.threadBlocksLeft(row) + occupancy - 1) / occupancy;
    boolean[] taken = new boolean[quotas.sms()];
    for (int sm = cheapest(device, row, quotas, taken);
        sm != DeviceView.NONE && needed > 0;
        sm = cheapest(device, row, quotas, taken)) {
      taken[sm] = true;
      needed--;
      for (int k = 0; k < device.kernels(); k++) {
        if (isLower(device, device.kernel(k), row)) {
          quotas.set(sm, device.kernel(k), 0);
        }
      }
    }
  }

  /**
   * Returns the SM with the fewest thread blocks to preempt among those that are neither taken nor
   * closed to the kernel; {@link DeviceView#NONE} if there is none.
   */
  private static int cheapest(DeviceView device, int row, Quotas quotas, boolean[] taken) {
    int best = DeviceView.NONE;
    int fewest = Integer.MAX_VALUE;
    for (int sm = 0; sm < taken.length; sm++) {
      int toPreempt = taken[sm] || quotas.get(sm, row) == 0 ? fewest : toPreempt(device, row, sm);
      if (toPreempt < fewest) {
        fewest = toPreempt;
        best = sm;
      }
    }
    return best;
  }

  private static int toPreempt(DeviceView device, int row, int sm) {
    int threadBlocks = 0;
    for (int k = 0; k < device.kernels(); k++) {
      int other = device.kernel(k);
      threadBlocks += isLower(device, other, row) ? device.resident(sm, other) : 0;
    }
    return threadBlocks;
  }

  private static boolean isLower(DeviceView device, int row, int than) {
    return device.priority(row) < device.priority(than);
  }
}
