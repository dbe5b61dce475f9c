package org.polyphony.policy.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.input.Key;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.PolicyDecision.Candidate;
import org.polyphony.policy.partition.PolicyDecision.Share;

/**
 * Warped-Slicer: samples how each kernel's performance scales with its thread blocks on an SM, then
 * divides every SM by {@link WaterFilling}, or splits the SMs evenly if sharing them would slow a
 * kernel too much. Source: Xu et al., ISCA'16; GPU Maestro section 5.4.
 *
 * <p>When a kernel without a curve starts, SMs are arranged as in {@link SlicerSampling}. A warm-up
 * period passes, plus up to another one until other kernels have left; the sampling window follows.
 * A kernel launched again by its process keeps its curve, and a window goes on over {@link
 * ShortLaunches}. The chosen partition is monitored: the instructions that each kernel issues in
 * the first watch period are the reference, and all kernels are sampled again when a later period
 * leaves a band around it.
 */
public final class WarpedSlicer implements PartitionPolicy {
  public static final PolicyKind<?> KIND =
      new PolicyKind<>(
          "warped-slicer",
          "each SM is divided by the kernels' sampled scaling curves over thread blocks",
          "Xu et al., ISCA'16; GPU Maestro section 5.4",
          Parameters.class,
          WarpedSlicer::new);

  private static final String SMK = "smkOther"; // as a candidate and an outcome

  private final Parameters parameters;
  private final Map<String, ScalingCurve> curves = new HashMap<>();
  private final List<PolicyDecision> decisions = new ArrayList<>();
  private final SmkQuotas smk = new SmkQuotas();
  private final SmShares split = SmShares.even();
  private final ShortLaunches launches = new ShortLaunches();
  private List<Long> listed = List.of(); // launches
  private SlicerSampling sampling; // null while not sampling
  private List<String> sampled = List.of(); // kernels of the sampling
  private long phaseStart;
  private Watch watch; // null while not monitoring

  public WarpedSlicer(Parameters parameters) {
    this.parameters = parameters;
  }

  /** The parameters of the policy; defaults from the paper, except for the last two. */
  public record Parameters(
      @Key(
              value = "delay from the start of a kernel to the sampling window",
              unit = "core cycles",
              min = 1,
              absent = "20000")
          int warmupCycles,
      @Key(value = "length of the sampling window", unit = "core cycles", min = 1, absent = "5000")
          int sampleCycles,
      @Key(
              value =
                  "loss of a kernel's performance, over 1 / number of kernels, above which SMs are"
                      + " split evenly",
              aboveMin = true,
              absent = "1.2")
          double threshold,
      @Key(
              value = "relative change of a kernel's issue rate that triggers resampling",
              aboveMin = true,
              absent = "0.5")
          double band,
      @Key(
              value = "window over which that rate is measured",
              unit = "core cycles",
              min = 1,
              absent = "50000")
          int watchCycles) {}

  @Override
  public List<Violation> violations(GpuConfig gpu, int processes) {
    return SpatialEven.eachHasAnSm(gpu, processes);
  }

  @Override
  public boolean decides() {
    return true;
  }

  @Override
  public List<PolicyDecision> decisions() {
    return List.copyOf(decisions);
  }

  @Override
  public String role(int sm) {
    return sampling == null ? "" : "sampling";
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    List<Sharer> sharers = launches.sharers(device);
    List<Long> now = sharers.stream().map(Sharer::launch).toList();
    if (!now.equals(listed)) {
      listed = now;
      return start(cycle, device, quotas, sharers);
    }
    if (sampling != null) {
      return sample(cycle, device, quotas, sharers);
    }
    if (watch == null || device.kernels() < sharers.size()) {
      return NEVER;
    }
    if (watch.hasChanged(cycle, parameters.band())) {
      curves.keySet().removeAll(keys(sharers));
      return start(cycle, device, quotas, sharers);
    }
    return cycle + parameters.watchCycles();
  }

  /** Returns what identifies a kernel in each of its launches. */
  private static List<String> keys(List<Sharer> sharers) {
    return sharers.stream().map(each -> each.process() + " " + each.name()).toList();
  }

  private long start(long cycle, DeviceView device, Quotas quotas, List<Sharer> sharers) {
    watch = null;
    List<String> keys = keys(sharers);
    if (sampling != null && Set.copyOf(keys).equals(Set.copyOf(sampled))) {
      sampling.arrange(quotas);
      return sample(cycle, device, quotas, sharers);
    }
    sampling = null;
    int[] equal = DominantShares.counts(device.config().sm(), sharers);
    if (Arrays.stream(equal).anyMatch(count -> count == 0)) {
      split.partition(device, quotas, sharers);
      return NEVER;
    }
    if (sharers.size() > 1 && curves.keySet().containsAll(keys)) {
      return decide(cycle, device, quotas, sharers);
    }
    if (sharers.size() < 2 || sharers.stream().anyMatch(Sharer::hasEnded)) {
      smk.set(device, quotas, sharers, equal); // until the next launch
      return NEVER;
    }
    sampling = new SlicerSampling(device, sharers);
    sampling.arrange(quotas);
    sampled = keys;
    phaseStart = cycle;
    return cycle + parameters.warmupCycles();
  }

  /** Advances the sampling; decides at its end. */
  private long sample(long cycle, DeviceView device, Quotas quotas, List<Sharer> sharers) {
    if (!sampling.isRunning()) {
      sampling.pause(cycle);
      return NEVER;
    }
    long elapsed = cycle - phaseStart;
    if (!sampling.hasBegun() && elapsed < parameters.warmupCycles()) {
      return phaseStart + parameters.warmupCycles();
    }
    if (!sampling.hasBegun()
        && elapsed < 2L * parameters.warmupCycles()
        && !sampling.isArranged()) {
      return cycle + parameters.sampleCycles();
    }
    long left = parameters.sampleCycles() - sampling.cycles(cycle);
    if (left > 0) {
      sampling.resume(cycle);
      return cycle + left;
    }
    ScalingCurve[] found = sampling.end(cycle);
    for (int i = 0; i < found.length; i++) {
      curves.put(sampled.get(i), found[i]);
    }
    sampling = null;
    return decide(cycle, device, quotas, sharers);
  }

  private long decide(long cycle, DeviceView device, Quotas quotas, List<Sharer> sharers) {
    int kernels = sharers.size();
    List<String> keys = keys(sharers);
    ScalingCurve[] chosen = new ScalingCurve[kernels];
    ThreadBlockNeed[] needs = new ThreadBlockNeed[kernels];
    for (int i = 0; i < kernels; i++) {
      chosen[i] = curves.get(keys.get(i));
      needs[i] = sharers.get(i).need();
    }
    int[] counts = WaterFilling.counts(device.config().sm(), chosen, needs);
    double least = 1;
    for (int i = 0; i < kernels; i++) {
      least = Math.min(least, chosen[i].normalized(counts[i]));
    }
    boolean isSpatial = 1 - least > parameters.threshold() / kernels;
    if (isSpatial) {
      split.partition(device, quotas, sharers);
    } else {
      smk.set(device, quotas, sharers, counts);
    }
    note(cycle, sharers, isSpatial, least, counts, chosen);
    watch = new Watch(device, cycle);
    return cycle + parameters.watchCycles();
  }

  private void note(
      long cycle,
      List<Sharer> sharers,
      boolean isSpatial,
      double least,
      int[] counts,
      ScalingCurve[] curves) {
    List<Integer> processes = new ArrayList<>();
    List<Share> together = new ArrayList<>();
    List<Share> apart = new ArrayList<>();
    List<Candidate> candidates = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      int process = sharers.get(i).process();
      processes.add(process);
      together.add(new Share(process, counts[i], curves[i].measured(counts[i])));
      apart.add(Share.untried(process));
      for (int count = 1; count <= curves[i].threadBlocks(); count++) {
        Share share = new Share(process, count, curves[i].measured(count));
        candidates.add(
            new Candidate(Candidate.SAMPLE, curves[i].normalized(count), List.of(share)));
      }
    }
    double leastApart = 1 - parameters.threshold() / counts.length;
    candidates.add(0, new Candidate(SMK, least, together));
    candidates.add(1, new Candidate(PolicyDecision.SPATIAL, leastApart, apart));
    String outcome = isSpatial ? PolicyDecision.SPATIAL : SMK;
    decisions.add(new PolicyDecision(cycle, processes, outcome, outcome, candidates));
  }

  /**
   * Monitors whether kernels keep the rate of the first period after a partition was chosen.
   *
   * <p>State per listed kernel: thread instructions at the last check, and its rate in the first
   * period. Source: Xu et al., ISCA'16.
   */
  private static final class Watch {
    private final DeviceView device;
    private final long[] issued;
    private final double[] reference;
    private long lastCycle;
    private boolean hasReference;

    Watch(DeviceView device, long cycle) {
      this.device = device;
      this.issued = new long[device.kernels()];
      this.reference = new double[device.kernels()];
      this.lastCycle = cycle;
      Arrays.setAll(issued, this::issued);
    }

    /** Ends a period; returns whether a kernel's rate has left the band around its first rate. */
    boolean hasChanged(long cycle, double band) {
      boolean changed = false;
      for (int i = 0; i < issued.length; i++) {
        long now = issued(i);
        double rate = (double) (now - issued[i]) / (cycle - lastCycle);
        issued[i] = now;
        if (hasReference) {
          changed |= Math.abs(rate - reference[i]) > band * reference[i];
        } else {
          reference[i] = rate;
        }
      }
      hasReference = true;
      lastCycle = cycle;
      return changed;
    }

    private long issued(int index) {
      return IntStream.range(0, device.config().sms())
          .mapToLong(sm -> device.threadInstructions(sm, device.kernel(index)))
          .sum();
    }
  }
}
