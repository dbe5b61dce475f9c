package org.polyphony.policy.partition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.input.Key;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;
import org.polyphony.policy.partition.measure.Epoch;
import org.polyphony.policy.partition.measure.Kernels;

/**
 * The simplest search: both even partitions side by side, {@link SpatialEven} on half of the SMs
 * and {@link SmkEven} on the other half, then the better one on all SMs. Better is the one under
 * which the geometric mean of the kernels' speeds is higher, a comparison that needs no speed of a
 * kernel alone. It is repeated from time to time, and for each set of kernels that meet.
 *
 * <p>State: for each set of kernels that have met, its measurements and its choice.
 */
public final class TryBoth implements PartitionPolicy {
  public static final PolicyKind<?> KIND =
      new PolicyKind<>(
          "try-both",
          "even spatial multitasking or even SMK, whichever is better when tried side by side",
          "Polyphony",
          Parameters.class,
          TryBoth::new);

  private static final int SHARED = 0; // group of the SMs that hold all kernels; then those of each
  private static final String SMK = "smkEven"; // as a candidate and an outcome

  private final Parameters parameters;
  private final SmkQuotas smk = new SmkQuotas();
  private final SmShares split = SmShares.even();
  private final ShortLaunches launches = new ShortLaunches();
  private final Map<List<String>, Trial> trials = new HashMap<>();
  private final List<PolicyDecision> decisions = new ArrayList<>();
  private List<Sharer> sharers = List.of(); // by process
  private Trial trial; // of the sharers; null if there is nothing to choose

  TryBoth(Parameters parameters) {
    this.parameters = parameters;
  }

  /** The parameters of the policy. */
  public record Parameters(
      @Key(
              value = "time to put both partitions in place before they are measured",
              unit = "core cycles",
              min = 1,
              absent = "10000")
          int settleCycles,
      @Key(value = "time measured", unit = "core cycles", min = 1, absent = "25000")
          int epochCycles,
      @Key(
              value = "time after which both are tried again",
              unit = "core cycles",
              min = 1,
              absent = "1000000")
          int againCycles) {}

  @Override
  public List<Violation> violations(GpuConfig gpu, int processes) {
    return SpatialEven.eachHasAnSm(gpu, processes);
  }

  @Override
  public boolean decides() {
    return true;
  }

  @Override
  public String obstacle(GpuConfig gpu, int processes) {
    return gpu.sms() >= 2 * processes
        ? ""
        : "it tries both partitions on two SMs for each kernel, and the GPU has %d for %d"
            .formatted(gpu.sms(), processes);
  }

  @Override
  public int epochCycles() {
    return parameters.epochCycles;
  }

  @Override
  public List<PolicyDecision> decisions() {
    return Collections.unmodifiableList(decisions);
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    List<Sharer> now = new ArrayList<>(launches.sharers(device));
    now.sort(Comparator.comparingInt(Sharer::process));
    if (!now.equals(sharers)) {
      if (trial != null) {
        trial.interrupt(cycle, device);
      }
      sharers = List.copyOf(now);
      trial = trial(cycle, device);
    }
    long due = trial == null ? NEVER : trial.advance(cycle, device);
    write(device, quotas);
    return due;
  }

  private Trial trial(long cycle, DeviceView device) {
    int[] even = even(device);
    boolean hasChoice =
        sharers.size() > 1
            && device.config().sms() >= 2 * sharers.size()
            && SmkQuotas.eachHasRoom(device, sharers, even);
    if (!hasChoice) {
      return null;
    }
    List<String> kernels =
        sharers.stream().map(each -> each.process() + ":" + each.name() + each.need()).toList();
    Trial known = trials.computeIfAbsent(kernels, key -> new Trial(device.config().sms()));
    known.resume(cycle);
    return known;
  }

  private int[] even(DeviceView device) {
    ThreadBlockNeed[] needs = sharers.stream().map(Sharer::need).toArray(ThreadBlockNeed[]::new);
    return SmkEven.evenCounts(device.config().sm(), needs);
  }

  private void write(DeviceView device, Quotas quotas) {
    if (trial != null && trial.isSpatial) {
      split.partition(device, quotas, sharers);
      return;
    }
    smk.set(device, quotas, sharers, even(device));
    for (int sm = 0; sm < quotas.sms() && trial != null && trial.isTrying; sm++) {
      int owner = group(sm) - 1;
      for (int k = 0; k < sharers.size() && owner >= 0; k++) {
        if (!sharers.get(k).hasEnded()) {
          quotas.set(sm, sharers.get(k).row(), k == owner ? Quotas.UNLIMITED : 0);
        }
      }
    }
  }

  /** Returns 1 + the kernel that has an SM alone while both partitions are tried, or SHARED. */
  private int group(int sm) {
    int kernel = sm * sharers.size() / trial.sms;
    int first = (kernel * trial.sms + sharers.size() - 1) / sharers.size();
    int end = ((kernel + 1) * trial.sms + sharers.size() - 1) / sharers.size();
    return 2 * (sm - first) < end - first ? 1 + kernel : SHARED;
  }

  /** What is known of a set of kernels. */
  private final class Trial {
    private final int sms;
    private final Epoch epoch;
    private boolean isTrying = true; // both, side by side
    private boolean isSpatial; // the choice
    private long since; // when it was made, or since when both are put in place
    private Kernels measured; // null while nothing is measured

    Trial(int sms) {
      this.sms = sms;
      this.epoch = new Epoch(sms, 1 + sharers.size(), sharers.size());
    }

    void resume(long cycle) {
      since = isTrying ? cycle : since;
    }

    void interrupt(long cycle, DeviceView device) {
      if (measured != null) {
        epoch.stop(cycle, TryBoth.this::group, measured.counters(cycle, device));
        measured = null;
      }
    }

    /** Takes the next step if it is due; returns the cycle of the one after it. */
    long advance(long cycle, DeviceView device) {
      if (sharers.stream().anyMatch(Sharer::hasEnded)) {
        return NEVER; // until its process launches again
      }
      if (!isTrying && cycle - since >= parameters.againCycles) {
        isTrying = true;
        isSpatial = false;
        since = cycle;
        epoch.clear();
      }
      if (!isTrying) {
        return since + parameters.againCycles;
      }
      if (measured == null && cycle - since >= parameters.settleCycles) {
        measure(cycle, device);
      }
      long left = parameters.epochCycles - epoch.cycles(cycle);
      if (measured != null && left <= 0) {
        interrupt(cycle, device);
        choose(cycle, device);
        return since + parameters.againCycles;
      }
      return measured == null ? since + parameters.settleCycles : cycle + left;
    }

    private void measure(long cycle, DeviceView device) {
      measured = Kernels.of(device, sharers.stream().map(Sharer::process).toList());
      Epoch.Counters counters = measured.counters(cycle, device);
      for (int sm = 0; sm < sms; sm++) {
        if (device.isSettled(sm)) {
          epoch.sample(cycle, sm, counters);
        }
      }
      epoch.start(cycle);
    }

    private void choose(long cycle, DeviceView device) {
      int[] even = even(device);
      List<Share> together = new ArrayList<>();
      List<Share> apart = new ArrayList<>();
      double product = 1;
      for (int k = 0; k < even.length; k++) {
        int whole = Occupancy.of(device.config().sm(), sharers.get(k).need()).threadBlocks();
        int process = sharers.get(k).process();
        Share shared = new Share(process, even[k], epoch.ipc(SHARED, k));
        Share own = new Share(process, whole, epoch.ipc(1 + k, k));
        double ratio = speed(own, k, sms / even.length) / speed(shared, k, sms);
        product *= ratio > 0 && Double.isFinite(ratio) ? ratio : 1; // 1 if it was not measured
        together.add(shared);
        apart.add(own);
      }
      isTrying = false;
      isSpatial = product > 1;
      since = cycle;
      double mean = Math.pow(product, 1.0 / even.length);
      decisions.add(
          new PolicyDecision(
              cycle,
              sharers.stream().map(Sharer::process).toList(),
              isSpatial ? PolicyDecision.SPATIAL : SMK,
              isSpatial ? PolicyDecision.SPATIAL : SMK,
              List.of(
                  new Candidate(SMK, 1, together),
                  new Candidate(PolicyDecision.SPATIAL, mean, apart))));
    }

    /**
     * Returns a kernel's speed on some SMs: IPC for each thread block that an SM held, times the
     * thread blocks that these SMs hold. Those of a small grid are spread over all SMs.
     */
    private double speed(Share share, int kernel, int on) {
      double grid = sharers.get(kernel).threadBlocks();
      double each = Math.min(share.threadBlocks(), Math.max(1, grid / sms));
      return share.ipc() / each * Math.min(grid, on * share.threadBlocks());
    }
  }
}
