package org.polyphony.config;

import java.util.List;
import org.polyphony.host.mgb.CoreToGpu;
import org.polyphony.host.mgb.EmulatedSms;
import org.polyphony.host.mgb.LeastWarps;
import org.polyphony.input.Key;
import org.polyphony.policy.PolicyDescription;

/** What there is to say of the schedulers of host experiments. */
public final class HostSchedulers {
  private static final String OURS = "own";
  private static final String SCHEDGPU = "schedGPU section 7.3.1";

  private HostSchedulers() {}

  /** Their names. */
  record Names() implements Key.Names {
    @Override
    public List<String> names() {
      return descriptions().stream().map(PolicyDescription::name).toList();
    }
  }

  /**
   * Returns all of them, in the order of messages; the keys of each are in configs/REFERENCE.md.
   */
  public static List<PolicyDescription> descriptions() {
    return List.of(
        of(SchedulerConfig.SEQUENTIAL, "one job per device", SCHEDGPU),
        of(SchedulerConfig.PACKED, "as many jobs per device as fit in memory", SCHEDGPU),
        of(SchedulerConfig.SHARES, "as many jobs per device as fit by share and memory", OURS),
        of(SchedulerConfig.SCHEDGPU, "one slot per core; the broker grants memory", "schedGPU"),
        of(
            CoreToGpu.SINGLE_ASSIGNMENT,
            "one job per device, from a pool of workers, as in all rows below",
            "MGB section IV"),
        of(CoreToGpu.NAME, "the devices in turn, regardless of memory", "MGB section IV"),
        of(
            EmulatedSms.NAME,
            "each task a device with enough memory and free warps for its thread blocks",
            "MGB Algorithm 2"),
        of(
            LeastWarps.NAME,
            "each task the device with the fewest warps among those with enough memory",
            "MGB Algorithm 3"),
        of(
            SchedulerConfig.OWN_PLACEMENT,
            "each task the device that your class chooses (`policy`)",
            OURS));
  }

  private static PolicyDescription of(String name, String line, String source) {
    return new PolicyDescription(name, line, source);
  }
}
