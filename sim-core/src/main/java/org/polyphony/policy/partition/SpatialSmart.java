package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Violation;

/**
 * Spatial multitasking, Smart: like {@link SpatialEven}, but no kernel gets more SMs than it can
 * fill with thread blocks; the rest go to the others. Source: Adriaens et al., HPCA'12; GPU Maestro
 * section 5.3.
 */
public final class SpatialSmart implements PartitionPolicy {
  public static final PolicyKind<?> KIND =
      PolicyKind.of(
          "spatial-smart",
          "SMs are split evenly, up to what each kernel can fill",
          "Adriaens et al., HPCA'12; GPU Maestro section 5",
          SpatialSmart::new);

  private final SmShares shares = SmShares.even();
  private final ShortLaunches launches = new ShortLaunches();

  @Override
  public List<Violation> violations(GpuConfig gpu, int processes) {
    return SpatialEven.eachHasAnSm(gpu, processes);
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    shares.partition(device, quotas, launches.sharers(device), SpatialSmart::fillable);
    return NEVER;
  }

  private static int fillable(DeviceView device, Sharer sharer) {
    int row = sharer.row();
    boolean isListed = !sharer.hasEnded() && device.threadBlocksLeft(row) > 0;
    long blocks =
        isListed ? device.threadBlocksLeft(row) + device.resident(row) : sharer.threadBlocks();
    int each = Occupancy.of(device.config().sm(), sharer.need()).threadBlocks();
    return (int) Math.min(Integer.MAX_VALUE, (blocks + each - 1) / each);
  }
}
