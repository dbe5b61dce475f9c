package org.example;

import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;

/** Of the kernel that started first an SM holds two thread blocks; the others fill up the rest. */
public final class FewOfTheFirst implements PartitionPolicy {
  @Override
  public String name() {
    return "few-of-the-first";
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    for (int i = 0; i < device.kernels(); i++) {
      boolean isFirst = i == 0 && device.kernels() > 1;
      quotas.setOnAll(device.kernel(i), isFirst ? 2 : Quotas.UNLIMITED);
    }
    return NEVER; // asked again when a kernel starts or has nothing left to launch
  }
}
