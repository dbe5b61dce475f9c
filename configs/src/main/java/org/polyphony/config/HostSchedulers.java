package org.polyphony.config;

import java.util.List;
import org.polyphony.host.mgb.CoreToGpu;
import org.polyphony.host.mgb.EmulatedSms;
import org.polyphony.host.mgb.LeastWarps;
import org.polyphony.policy.PolicyDescription;

/** What there is to say of the schedulers of host experiments. */
public final class HostSchedulers {
  private static final String OURS = "own";
  private static final String SCHEDGPU = "schedGPU section 7.3.1";

  private HostSchedulers() {}

  /** Returns all of them, in the order of the schema; the keys of each are in configs/README.md. */
  public static List<PolicyDescription> descriptions() {
    return List.of(
        of(SchedulerConfig.SEQUENTIAL, "a device for each job", SCHEDGPU),
        of(SchedulerConfig.PACKED, "as many jobs as their memory allows", SCHEDGPU),
        of(SchedulerConfig.SHARES, "as many as their shares and memory allow", OURS),
        of(SchedulerConfig.SCHEDGPU, "a slot for each core, memory by the broker", "schedGPU"),
        of(
            CoreToGpu.SINGLE_ASSIGNMENT,
            "a device for each job, over a pool of workers as all that follow",
            "MGB section IV"),
        of(CoreToGpu.NAME, "the devices in turn, whatever their memory", "MGB section IV"),
        of(
            EmulatedSms.NAME,
            "each task a device with memory, and room for its thread blocks",
            "MGB Algorithm 2"),
        of(
            LeastWarps.NAME,
            "each task, of the devices with memory, that with the fewest warps",
            "MGB Algorithm 3"),
        of(
            SchedulerConfig.OWN_PLACEMENT,
            "each task what a class of your own says, its `policy`",
            OURS));
  }

  private static PolicyDescription of(String name, String line, String source) {
    return new PolicyDescription(name, line, source, List.of());
  }
}
