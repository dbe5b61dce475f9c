package org.polyphony.policy.partition;

import org.polyphony.gpu.dispatch.Quotas;

/**
 * SMK-(P+W): thread blocks as in {@link SmkP}, and warp-instruction quotas in proportion to each
 * kernel's issue rate alone, scaled by its resident thread blocks. The kernel scheduler {@code
 * fair} applies these quotas; the policy always selects it, whatever the config says. Source: Wang
 * et al., HPCA'16; GPU Maestro sections 5.2 and 5.4.
 */
public final class SmkPw implements PartitionPolicy {
  public static final PolicyKind<?> KIND =
      PolicyKind.of(
          "smk-pw",
          "smk-p with kernelScheduler fair: also quotas of warp instructions",
          "Wang et al., HPCA'16; GPU Maestro section 5.4",
          SmkPw::new);

  private final SmkP partitioning = new SmkP();

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    return partitioning.partition(cycle, device, quotas);
  }

  @Override
  public String kernelScheduler(String configured) {
    return "fair";
  }
}
