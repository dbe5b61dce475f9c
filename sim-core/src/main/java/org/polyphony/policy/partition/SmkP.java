package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.dispatch.Quotas;

/**
 * Simultaneous multikernel with fair thread-block partitioning (SMK-P): the kernels on an SM have
 * equal dominant shares, as nearly as whole thread blocks allow. While a kernel has no thread
 * blocks left to launch, the others divide its share; it is restored when its process launches
 * again. A process keeps its share between {@link ShortLaunches}. Source: Wang et al., HPCA'16; GPU
 * Maestro section 5.4.
 *
 * <p>If the kernels do not fit on an SM together, SMs are split as by {@link SpatialEven} while
 * these kernels run together (DEVIATIONS.md 2).
 */
public final class SmkP implements PartitionPolicy {
  public static final PolicyKind<?> KIND =
      PolicyKind.of(
          "smk-p",
          "kernels have equal dominant shares of each SM's resources",
          "Wang et al., HPCA'16",
          SmkP::new);

  private final SmkQuotas smk = new SmkQuotas();
  private final ShortLaunches launches = new ShortLaunches();

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    List<Sharer> sharers = launches.sharers(device);
    smk.set(device, quotas, sharers, DominantShares.counts(device.config().sm(), sharers));
    return NEVER;
  }
}
