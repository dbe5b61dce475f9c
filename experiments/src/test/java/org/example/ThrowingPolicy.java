package org.example;

import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;

/** A policy that shares SMs for a while and then throws. */
public final class ThrowingPolicy implements PartitionPolicy {
  /** When it throws, in core cycles. */
  public static final long CYCLE = 9000;

  /** Makes it. */
  public ThrowingPolicy() {}

  @Override
  public String name() {
    return "throwing";
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    if (cycle >= CYCLE) {
      throw new IllegalStateException("out of ideas");
    }
    for (int i = 0; i < device.kernels(); i++) {
      quotas.setOnAll(device.kernel(i), 1);
    }
    return CYCLE;
  }
}
