package org.polyphony.policy.partition;

import org.polyphony.gpu.dispatch.Quotas;

/**
 * Left-over: the kernel that started first takes all resources it can use on every SM; later
 * kernels get the remainder. New thread blocks of a kernel of higher priority come before those of
 * the others, as with CUDA's stream priorities; thread blocks that run stay. Source: Hyper-Q, as
 * described in GPU Maestro section 1.
 */
public final class LeftOver implements PartitionPolicy {
  public static final String NAME = "left-over";

  public static final PolicyKind<?> KIND =
      PolicyKind.of(
          NAME,
          "later kernels use the resources that earlier ones leave free",
          "Hyper-Q; GPU Maestro section 1",
          LeftOver::new);

  @Override
  public boolean sharesStreams() {
    return true;
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    quotas.clear();
    for (int i = 0; i < device.kernels(); i++) {
      quotas.setOnAll(device.kernel(i), Quotas.UNLIMITED);
      quotas.setRank(device.kernel(i), rank(device, i));
    }
    return NEVER;
  }

  /** Returns how many kernels come before one: those of higher priority, then earlier ones. */
  static int rank(DeviceView device, int index) {
    int priority = device.priority(device.kernel(index));
    int before = 0;
    for (int i = 0; i < device.kernels(); i++) {
      int other = device.priority(device.kernel(i));
      before += other > priority || (other == priority && i < index) ? 1 : 0;
    }
    return before;
  }
}
