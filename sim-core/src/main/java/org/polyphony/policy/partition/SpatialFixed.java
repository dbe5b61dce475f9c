package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Key;
import org.polyphony.input.Violation;

/**
 * Spatial multitasking with a fixed number of SMs for each process; otherwise like {@link
 * SpatialEven}. Source: GPU Maestro section 2.2.
 */
public final class SpatialFixed implements PartitionPolicy {
  public static final String NAME = "spatial-fixed";

  public static final PolicyKind<?> KIND =
      new PolicyKind<>(
          NAME,
          "each process has a fixed number of SMs",
          "GPU Maestro section 2.2",
          Parameters.class,
          SpatialFixed::new);

  private final Parameters parameters;
  private final SmShares shares;
  private final ShortLaunches launches = new ShortLaunches();

  public SpatialFixed(Parameters parameters) {
    this.parameters = parameters;
    this.shares = SmShares.of(parameters.sms());
  }

  /**
   * The parameters of the policy.
   *
   * @param sms SMs of each process, each at least 1, at most the device's in total; SMs beyond the
   *     sum are lent like those of a process without a kernel
   */
  public record Parameters(
      @Key(value = "SMs of each workload, in order", eachMin = 1, eachMax = 256, absent = "[]")
          List<Integer> sms,
      @Key(
              value =
                  "whether idle SMs are lent to other workloads, or kept idle as by MIG and green"
                      + " contexts",
              oneOf = {"lend", "keep"},
              absent = "lend")
          String idleSms) {
    public Parameters {
      sms = List.copyOf(sms);
    }

    private boolean keepsIdle() {
      return idleSms.equals("keep");
    }
  }

  @Override
  public List<Violation> violations(GpuConfig gpu, int processes) {
    List<Integer> sms = parameters.sms();
    long sum = sms.stream().mapToLong(Integer::longValue).sum();
    return new Violation.Checks()
        .require(sms.size() == processes, "sms", sms, "one number per workload: " + processes)
        .require(sum <= gpu.sms(), "sms", sms, "at most " + gpu.sms() + " together")
        .violations();
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    List<Sharer> sharers = launches.sharers(device);
    if (parameters.keepsIdle()) {
      shares.partitionHomes(device, quotas, sharers);
    } else {
      shares.partition(device, quotas, sharers);
    }
    return NEVER;
  }
}
