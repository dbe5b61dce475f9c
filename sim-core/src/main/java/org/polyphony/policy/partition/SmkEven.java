package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;

/**
 * Simultaneous multikernel, even: each resource of each SM is divided equally among the kernels.
 * While a kernel has no thread blocks left to launch, the others divide the whole SM; its share is
 * restored by preemption when its process launches again. A process keeps its share between {@link
 * ShortLaunches}. Source: GPU Maestro sections 3.1 and 5.1.
 *
 * <p>The paper does not specify a kernel whose thread block exceeds its share: here it gets one
 * thread block, and the others divide the remainder. If no thread block of another kernel fits in
 * the remainder, SMs are split as by {@link SpatialEven} while these kernels run together
 * (DEVIATIONS.md 2).
 */
public final class SmkEven implements PartitionPolicy {
  public static final String NAME = "smk-even";

  public static final PolicyKind<?> KIND =
      PolicyKind.of(
          NAME,
          "each SM's resources are divided equally among the kernels",
          "GPU Maestro sections 3.1 and 5.1",
          SmkEven::new);

  private final SmkQuotas smk = new SmkQuotas();
  private final ShortLaunches launches = new ShortLaunches();

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    List<Sharer> sharers = launches.sharers(device);
    ThreadBlockNeed[] needs = sharers.stream().map(Sharer::need).toArray(ThreadBlockNeed[]::new);
    smk.set(device, quotas, sharers, evenCounts(device.config().sm(), needs));
    return NEVER;
  }

  /**
   * Returns the thread blocks of each kernel on an evenly divided SM.
   *
   * @return in the order of the needs; 0 for a kernel that does not fit beside the others
   */
  public static int[] evenCounts(SmConfig sm, ThreadBlockNeed... needs) {
    int kernels = needs.length;
    int[] counts = new int[kernels];
    SmRoom room = new SmRoom(sm);
    int small = kernels;
    for (int i = 0; i < kernels; i++) {
      ThreadBlockNeed need = needs[i];
      counts[i] = Occupancy.ofPart(sm, need, kernels).threadBlocks();
      if (counts[i] == 0) {
        room.take(need, 1);
        small--;
      }
    }
    for (int i = 0; i < kernels; i++) {
      int fitting = small == 0 ? 0 : room.fitting(needs[i], small);
      counts[i] = counts[i] == 0 ? 1 : Math.max(0, Math.min(counts[i], fitting));
    }
    return counts;
  }
}
