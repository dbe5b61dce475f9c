package org.polyphony.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.polyphony.host.broker.BrokerConfig;
import org.polyphony.host.broker.ImplicitMemory;
import org.polyphony.host.mgb.CoreToGpu;
import org.polyphony.host.mgb.EmulatedSms;
import org.polyphony.host.mgb.LeastWarps;
import org.polyphony.input.Key;
import org.polyphony.policy.PolicyDescription;

/**
 * How jobs are scheduled in a run.
 *
 * @param id how results call the run
 * @param name the scheduler's
 * @param slotsPerGpu jobs that the job scheduler lets share a device, at least 1
 * @param spreads whether a job goes to the device with most free slots; else to the first with one
 * @param workers jobs that run at once, at least 1
 * @param placement of {@code mgb}: the class of a user's; of others their name
 * @param memoryBytes what tasks get of a device at most under mgb, mgb-alg2 and mgb-alg3, at least
 *     1
 * @param periodNanos at whose multiples tasks are placed under mgb, mgb-alg2 and mgb-alg3; 0: at
 *     once
 * @param broker of schedgpu; empty for others
 * @param implicit what schedgpu does for applications that reserve nothing
 */
public record SchedulerConfig(
    String id,
    String name,
    int slotsPerGpu,
    boolean spreads,
    int workers,
    String placement,
    long memoryBytes,
    long periodNanos,
    Optional<BrokerConfig> broker,
    ImplicitMemory implicit) {
  private static final String OURS = "own";
  private static final String SECTION = "schedGPU section 7.3.1";

  /** A job has a device for itself. */
  public static final String SEQUENTIAL = "sequential";

  /** As many jobs as their peaks of memory allow share a device. */
  public static final String PACKED = "packed";

  /** As many jobs as their shares and their peaks of memory allow share a device. */
  public static final String SHARES = "shares";

  /** Those that place a job where its peak of memory fits. */
  public static final Set<String> BY_PEAK = Set.of(PACKED, SHARES);

  /** Slots for all cores; the broker sees to memory. */
  public static final String SCHEDGPU = "schedgpu";

  /** MGB's scheduler of tasks with a placement of one's own. */
  public static final String OWN_PLACEMENT = "mgb";

  /** Schedulers of MGB: a pool of workers, and a device for a process or for each of its tasks. */
  public static final Set<String> MGB =
      Set.of(
          CoreToGpu.SINGLE_ASSIGNMENT,
          CoreToGpu.NAME,
          EmulatedSms.NAME,
          LeastWarps.NAME,
          OWN_PLACEMENT);

  /** The names of all schedulers. */
  record Names() implements Key.Names {
    @Override
    public List<String> names() {
      return descriptions().stream().map(PolicyDescription::name).toList();
    }
  }

  /**
   * Returns what there is to say of all schedulers, in the order of messages; the keys of each are
   * in the key reference.
   */
  public static List<PolicyDescription> descriptions() {
    return List.of(
        new PolicyDescription(SEQUENTIAL, "one job per device", SECTION),
        new PolicyDescription(PACKED, "as many jobs per device as fit in memory", SECTION),
        new PolicyDescription(SHARES, "as many jobs per device as fit by share and memory", OURS),
        new PolicyDescription(SCHEDGPU, "one slot per core; the broker grants memory", "schedGPU"),
        new PolicyDescription(
            CoreToGpu.SINGLE_ASSIGNMENT,
            "one job per device, from a pool of workers, as in all rows below",
            "MGB section IV"),
        new PolicyDescription(
            CoreToGpu.NAME, "the devices in turn, regardless of memory", "MGB section IV"),
        new PolicyDescription(
            EmulatedSms.NAME,
            "each task a device with enough memory and free warps for its thread blocks",
            "MGB Algorithm 2"),
        new PolicyDescription(
            LeastWarps.NAME,
            "each task the device with the fewest warps among those with enough memory",
            "MGB Algorithm 3"),
        new PolicyDescription(
            OWN_PLACEMENT, "each task the device that your class chooses (`policy`)", OURS));
  }
}
