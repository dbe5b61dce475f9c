package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Violation;

/**
 * Runs one benchmark alone on the device: the baseline of STP and ANTT. Source: GPU Maestro section
 * 2.3.
 */
public final class Alone implements PartitionPolicy {
  public static final String NAME = "alone";

  public static final PolicyKind<?> KIND =
      PolicyKind.of(
          NAME, "one benchmark has the whole device", "GPU Maestro section 2.3", Alone::new);

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    for (int i = 0; i < device.kernels(); i++) {
      quotas.setOnAll(device.kernel(i), Quotas.UNLIMITED);
    }
    return NEVER;
  }

  @Override
  public List<Violation> violations(GpuConfig gpu, int processes) {
    return new Violation.Checks()
        .require(processes == 1, "name", NAME, "another policy when workloads share the device")
        .violations();
  }
}
