package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Violation;

/**
 * Spatial multitasking, even: SMs are split evenly among the processes, and an SM holds thread
 * blocks of one kernel only. While a kernel has no thread blocks left to launch, the others use its
 * SMs; they are returned by preemption when its process launches again (DEVIATIONS.md 5, 6). A
 * process keeps its SMs between {@link ShortLaunches}. Source: Adriaens et al., HPCA'12; GPU
 * Maestro section 5.1.
 */
public final class SpatialEven implements PartitionPolicy {
  public static final String NAME = "spatial-even";

  public static final PolicyKind<?> KIND =
      PolicyKind.of(
          NAME,
          "SMs are split evenly among the processes",
          "Adriaens et al., HPCA'12; GPU Maestro section 5",
          SpatialEven::new);

  private final SmShares shares = SmShares.even();
  private final ShortLaunches launches = new ShortLaunches();

  @Override
  public List<Violation> violations(GpuConfig gpu, int processes) {
    return eachHasAnSm(gpu, processes);
  }

  /** Requires an SM for each process. */
  public static List<Violation> eachHasAnSm(GpuConfig gpu, int processes) {
    return new Violation.Checks()
        .require(
            processes <= gpu.sms(), "workloads", processes, "at most one per SM of " + gpu.sms())
        .violations();
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    shares.partition(device, quotas, launches.sharers(device));
    return NEVER;
  }
}
