package org.polyphony.policy.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.input.Key;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;

/**
 * The simplest search: {@link SpatialEven} and {@link SmkEven} in turn on the whole device, then
 * the better one. Better is the one under which the geometric mean of the kernels' speeds is
 * higher, a comparison that needs no speed of a kernel alone. Each set of kernels that meet has a
 * trial of its own, which goes on when they meet again, and another one from time to time.
 *
 * <p>State: for each set of kernels that have met, what they issued under each partition, and the
 * choice.
 */
public final class TryBoth implements PartitionPolicy {
  public static final PolicyKind<?> KIND =
      new PolicyKind<>(
          "try-both",
          "even spatial multitasking or even SMK, whichever is better when tried in turn",
          "Polyphony",
          Parameters.class,
          TryBoth::new);

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
              value = "time to put a partition in place before it is measured",
              unit = "core cycles",
              min = 1,
              absent = "10000")
          int settleCycles,
      @Key(
              value = "time for which a partition is measured",
              unit = "core cycles",
              min = 1,
              absent = "20000")
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
        trial.pause(cycle, device);
      }
      sharers = List.copyOf(now);
      Trial before = trial;
      trial = trial(device);
      if (trial != null && trial != before) {
        trial.enter(cycle);
      }
    }
    long due = trial == null ? NEVER : trial.advance(cycle, device);
    if (trial != null && trial.isSpatial) {
      split.partition(device, quotas, sharers);
    } else {
      smk.set(device, quotas, sharers, even(device));
    }
    return due;
  }

  private Trial trial(DeviceView device) {
    if (sharers.size() < 2 || !SmkQuotas.eachHasRoom(device, sharers, even(device))) {
      return null;
    }
    List<String> kernels =
        sharers.stream().map(each -> each.process() + ":" + each.name() + each.need()).toList();
    return trials.computeIfAbsent(kernels, key -> new Trial());
  }

  private int[] even(DeviceView device) {
    ThreadBlockNeed[] needs = sharers.stream().map(Sharer::need).toArray(ThreadBlockNeed[]::new);
    return SmkEven.evenCounts(device.config().sm(), needs);
  }

  /** What is known of a set of kernels; 0 stands for SMK and 1 for spatial multitasking. */
  private final class Trial {
    private static final long PAUSED = -1;

    private final long[][] issued = new long[2][sharers.size()]; // thread instructions
    private final long[] measured = new long[2]; // cycles
    private boolean isSpatial = true; // which is in place, or being put in place
    private boolean isTrying = true;
    private boolean isSecond; // of the two that are tried
    private long since; // the last change
    private long resumedAt = PAUSED;

    /** Goes on after other kernels ran. */
    void enter(long cycle) {
      since = isTrying ? cycle : since;
    }

    /** Takes the next step if it is due; returns the cycle of the one after it. */
    long advance(long cycle, DeviceView device) {
      if (sharers.stream().anyMatch(Sharer::hasEnded)) {
        return NEVER; // until its process launches again
      }
      if (!isTrying && cycle - since >= parameters.againCycles) {
        begin();
      }
      if (!isTrying) {
        return since + parameters.againCycles;
      }
      if (resumedAt == PAUSED && cycle - since < parameters.settleCycles) {
        return since + parameters.settleCycles;
      }
      if (resumedAt == PAUSED) {
        resumedAt = cycle;
        count(device, -1);
      }
      long left = parameters.epochCycles - measured[index()] - (cycle - resumedAt);
      return left > 0 ? cycle + left : end(cycle, device);
    }

    private int index() {
      return isSpatial ? 1 : 0;
    }

    private void begin() {
      isTrying = true;
      isSecond = false;
      Arrays.fill(measured, 0);
      Arrays.fill(issued[0], 0);
      Arrays.fill(issued[1], 0);
    }

    private void count(DeviceView device, int sign) {
      for (int k = 0; k < sharers.size(); k++) {
        for (int sm = 0; sm < device.config().sms(); sm++) {
          issued[index()][k] += sign * device.threadInstructions(sm, sharers.get(k).row());
        }
      }
    }

    /** Interrupts the measurement. */
    void pause(long cycle, DeviceView device) {
      if (resumedAt != PAUSED) {
        count(device, 1);
        measured[index()] += cycle - resumedAt;
        resumedAt = PAUSED;
      }
    }

    private long end(long cycle, DeviceView device) {
      pause(cycle, device);
      since = cycle;
      if (!isSecond) {
        isSecond = true;
        isSpatial = !isSpatial;
        return cycle + parameters.settleCycles;
      }
      choose(cycle, device);
      return cycle + parameters.againCycles;
    }

    private void choose(long cycle, DeviceView device) {
      double product = 1; // of the speeds under spatial multitasking over those under SMK
      for (int k = 0; k < sharers.size(); k++) {
        double ratio = speed(1, k) / speed(0, k);
        product *= ratio > 0 && Double.isFinite(ratio) ? ratio : 1; // 1 if it issued nothing
      }
      isTrying = false;
      isSpatial = product > 1;
      double mean = Math.pow(product, 1.0 / sharers.size());
      String choice = isSpatial ? PolicyDecision.SPATIAL : SMK;
      List<Candidate> candidates =
          List.of(
              new Candidate(SMK, 1, shares(0, even(device))),
              new Candidate(PolicyDecision.SPATIAL, mean, shares(1, new int[sharers.size()])));
      List<Integer> processes = sharers.stream().map(Sharer::process).toList();
      decisions.add(new PolicyDecision(cycle, processes, choice, choice, candidates));
    }

    /** Returns the thread instructions per cycle of a kernel on the device. */
    private double speed(int partition, int kernel) {
      return (double) issued[partition][kernel] / measured[partition];
    }

    private List<Share> shares(int partition, int[] threadBlocks) {
      List<Share> shares = new ArrayList<>();
      for (int k = 0; k < sharers.size(); k++) {
        int process = sharers.get(k).process();
        shares.add(new Share(process, threadBlocks[k], speed(partition, k)));
      }
      return shares;
    }
  }
}
