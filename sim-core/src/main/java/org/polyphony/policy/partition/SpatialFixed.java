package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.Quotas;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.Violation;

/**
 * Spatial multitasking with a number of SMs for each process; otherwise as {@link SpatialEven}.
 * Source: GPU Maestro section 2.2.
 */
public final class SpatialFixed implements PartitionPolicy {
  /** The name in configs. */
  public static final String NAME = "spatial-fixed";

  /** Words for what happens to SMs that their process does not need. */
  static final List<String> IDLE_SMS = List.of("lend", "keep");

  private final Parameters parameters;
  private SmShares shares;

  /**
   * Makes the policy.
   *
   * @param parameters its parameters
   */
  public SpatialFixed(Parameters parameters) {
    this.parameters = parameters;
  }

  /**
   * Parameters.
   *
   * @param sms SMs of each process, each at least 1, together at most those of the device; SMs
   *     beyond them are dealt out like those of a process that has nothing to launch
   * @param keepsIdle true when SMs of a process that has nothing to launch stay idle, as in the
   *     partitions of MIG and of CUDA's green contexts; false when the others get them
   */
  public record Parameters(List<Integer> sms, boolean keepsIdle) {
    /** Keeps its own copy of the list. */
    public Parameters {
      sms = List.copyOf(sms);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Violation> violations(GpuConfig gpu, int processes) {
    List<Integer> sms = parameters.sms();
    long sum = sms.stream().mapToLong(Integer::longValue).sum();
    boolean each = sms.stream().allMatch(n -> n >= 1);
    return new Violation.Checks()
        .require(sms.size() == processes, "sms", sms, "one number per workload: " + processes)
        .require(each, "sms", sms, "numbers of 1 or more")
        .require(sum <= gpu.sms(), "sms", sms, "at most " + gpu.sms() + " together")
        .violations();
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    if (shares == null) {
      int[] sizes = parameters.sms().stream().mapToInt(Integer::intValue).toArray();
      shares = new SmShares(device.config().sms(), sizes);
    }
    if (parameters.keepsIdle()) {
      shares.partitionHomes(device, quotas);
    } else {
      shares.partition(device, quotas, (view, row) -> Integer.MAX_VALUE);
    }
    return NEVER;
  }
}
