package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.dispatch.Quotas;

/**
 * Left-over: a kernel that started earlier takes all it can use on every SM, later ones get what it
 * leaves. Source: Hyper-Q, as GPU Maestro section 1 describes it.
 */
public final class LeftOver implements PartitionPolicy {
  /** The name in configs. */
  public static final String NAME = "left-over";

  public static final PolicyKind KIND =
      new PolicyKind(
          NAME,
          "later kernels use the resources that earlier ones leave free",
          "Hyper-Q; GPU Maestro section 1",
          List.of(),
          p -> new LeftOver());

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    quotas.clear();
    for (int i = 0; i < device.kernels(); i++) {
      quotas.setOnAll(device.kernel(i), Quotas.UNLIMITED);
      quotas.setRank(device.kernel(i), i);
    }
    return NEVER;
  }
}
