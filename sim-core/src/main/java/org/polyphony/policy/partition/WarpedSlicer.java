package org.polyphony.policy.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.input.Violation;
import org.polyphony.policy.Parameter;
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
  // defaults from the paper, except for the last two
  private static final Parameter<Integer> WARMUP_CYCLES =
      Parameter.count(
          "warmupCycles",
          20_000,
          "core cycles",
          "delay from the start of a kernel to the sampling window");
  private static final Parameter<Integer> SAMPLE_CYCLES =
      Parameter.count("sampleCycles", 5_000, "core cycles", "length of the sampling window");
  private static final Parameter<Double> THRESHOLD =
      Parameter.positive(
          "threshold",
          1.2,
          "loss of a kernel's performance, over 1 / number of kernels, above which SMs are split"
              + " evenly");
  private static final Parameter<Double> BAND =
      Parameter.positive(
          "band", 0.5, "relative change of a kernel's issue rate that triggers resampling");
  private static final Parameter<Integer> WATCH_CYCLES =
      Parameter.count(
          "watchCycles", 50_000, "core cycles", "window over which that rate is measured");

  public static final PolicyKind KIND =
      new PolicyKind(
          "warped-slicer",
          "each SM is divided by the kernels' sampled scaling curves over thread blocks",
          "Xu et al., ISCA'16; GPU Maestro section 5.4",
          List.of(WARMUP_CYCLES, SAMPLE_CYCLES, THRESHOLD, BAND, WATCH_CYCLES),
          p ->
              new WarpedSlicer(
                  new Parameters(
                      p.get(WARMUP_CYCLES),
                      p.get(SAMPLE_CYCLES),
                      p.get(THRESHOLD),
                      p.get(BAND),
                      p.get(WATCH_CYCLES))));

  private static final String SMK = "smkOther"; // as a candidate and an outcome

  private final Parameters parameters;
  private final Map<String, ScalingCurve> curves = new HashMap<>();
  private final List<PolicyDecision> decisions = new ArrayList<>();
  private final SmkQuotas smk = new SmkQuotas();
  private final SmShares split = SmShares.even();
  private final ShortLaunches launches = new ShortLaunches();
  private String listed = "";
  private SlicerSampling sampling; // null while not sampling
  private List<String> sampled = List.of(); // kernels of the sampling, by process
  private long phaseStart;
  private Watch watch; // null while not monitoring

  public WarpedSlicer(Parameters parameters) {
    this.parameters = parameters;
  }

  /** Parameters, as {@link #KIND} describes them. */
  public record Parameters(
      long warmupCycles, long sampleCycles, double threshold, double band, long watchCycles) {}

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
    if (launches.keepShares(device)) {
      return sampling == null ? NEVER : sample(cycle, device, quotas);
    }
    String list = list(device);
    if (!list.equals(listed)) {
      listed = list;
      return start(cycle, device, quotas);
    }
    if (sampling != null) {
      return sample(cycle, device, quotas);
    }
    if (watch == null) {
      return NEVER;
    }
    if (watch.hasChanged(cycle, parameters.band())) {
      for (int i = 0; i < device.kernels(); i++) {
        curves.remove(key(device, device.kernel(i)));
      }
      return start(cycle, device, quotas);
    }
    return cycle + parameters.watchCycles();
  }

  private static String list(DeviceView device) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < device.kernels(); i++) {
      list.append(device.launch(device.kernel(i))).append(' ');
    }
    return list.toString();
  }

  private static String key(DeviceView device, int row) {
    return device.process(row) + " " + device.name(row);
  }

  /** Returns the keys of the listed kernels, sorted. */
  private static List<String> keys(DeviceView device) {
    return IntStream.range(0, device.kernels())
        .mapToObj(i -> key(device, device.kernel(i)))
        .sorted()
        .toList();
  }

  private long start(long cycle, DeviceView device, Quotas quotas) {
    watch = null;
    List<String> keys = keys(device);
    if (sampling != null && keys.equals(sampled)) {
      sampling.arrange(quotas);
      return sample(cycle, device, quotas);
    }
    sampling = null;
    if (device.kernels() < 2) {
      smk.set(device, quotas, DominantShares.counts(device));
      return NEVER;
    }
    if (Arrays.stream(DominantShares.counts(device)).anyMatch(count -> count == 0)) {
      split.partition(device, quotas);
      return NEVER;
    }
    if (curves.keySet().containsAll(keys)) {
      return decide(cycle, device, quotas);
    }
    sampling = new SlicerSampling(device);
    sampling.arrange(quotas);
    sampled = keys;
    phaseStart = cycle;
    return cycle + parameters.warmupCycles();
  }

  /** Advances the sampling; decides at its end, or once the next short kernel is launched. */
  private long sample(long cycle, DeviceView device, Quotas quotas) {
    if (!sampling.isRunning()) {
      sampling.pause(cycle);
      return NEVER;
    }
    long elapsed = cycle - phaseStart;
    if (!sampling.hasBegun() && elapsed < parameters.warmupCycles()) {
      return phaseStart + parameters.warmupCycles();
    }
    if (!sampling.hasBegun() && elapsed < 2 * parameters.warmupCycles() && !sampling.isArranged()) {
      return cycle + parameters.sampleCycles();
    }
    long left = parameters.sampleCycles() - sampling.cycles(cycle);
    if (left > 0) {
      sampling.resume(cycle);
      return cycle + left;
    }
    ScalingCurve[] found = sampling.end(cycle);
    for (int i = 0; i < found.length; i++) {
      curves.put(key(device, sampling.row(i)), found[i]);
    }
    sampling = null;
    if (device.kernels() < found.length) {
      listed = ""; // decides when the kernel in its tail is launched again
      return NEVER;
    }
    return decide(cycle, device, quotas);
  }

  private long decide(long cycle, DeviceView device, Quotas quotas) {
    int kernels = device.kernels();
    ScalingCurve[] chosen = new ScalingCurve[kernels];
    ThreadBlockNeed[] needs = new ThreadBlockNeed[kernels];
    for (int i = 0; i < kernels; i++) {
      chosen[i] = curves.get(key(device, device.kernel(i)));
      needs[i] = device.need(device.kernel(i));
    }
    int[] counts = WaterFilling.counts(device.config().sm(), chosen, needs);
    double least = 1;
    for (int i = 0; i < kernels; i++) {
      least = Math.min(least, chosen[i].normalized(counts[i]));
    }
    boolean isSpatial = 1 - least > parameters.threshold() / kernels;
    if (isSpatial) {
      split.partition(device, quotas);
    } else {
      smk.set(device, quotas, counts);
    }
    note(cycle, device, isSpatial, least, counts, chosen);
    watch = new Watch(device, cycle);
    return cycle + parameters.watchCycles();
  }

  private void note(
      long cycle,
      DeviceView device,
      boolean isSpatial,
      double least,
      int[] counts,
      ScalingCurve[] curves) {
    List<Integer> processes = new ArrayList<>();
    List<Share> together = new ArrayList<>();
    List<Share> apart = new ArrayList<>();
    List<Candidate> candidates = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      int process = device.process(device.kernel(i));
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
