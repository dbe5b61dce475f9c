package org.polyphony.policy.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Key;
import org.polyphony.input.Violation;

/**
 * The oracle: runs every instruction window under the best partition for it, with free and instant
 * repartitioning. No device can do this, because each window would first have to run under every
 * partition. This class only lists the candidates; each is simulated, and the oracle's result is
 * composed of these runs. Source: GPU Maestro section 3.2.2, Figure 4; differs: DEVIATIONS.md 53.
 */
public final class Oracle implements PartitionPolicy {
  public static final String NAME = "oracle";

  private static final int MOST_PARTS = 32;
  public static final PolicyKind<?> KIND =
      new PolicyKind<>(
          NAME,
          "each window runs under its best partition, switched at no cost; composed from one"
              + " run per partition",
          "GPU Maestro section 3.2.2, Figure 4",
          Parameters.class,
          Oracle::new);

  private final Parameters parameters;

  public Oracle(Parameters parameters) {
    this.parameters = parameters;
  }

  /** The parameters of the policy. */
  public record Parameters(
      @Key(
              value = Objective.MEANING,
              oneOf = {"antt", "stp"},
              absent = "antt")
          Objective objective,
      @Key(
              value = "window length per SM, all workloads together",
              unit = "thread instructions",
              min = 1,
              absent = "50000")
          int windowInstructions,
      @Key(
              value =
                  "parts of an SM's threads; every way to give each workload at least one is a"
                      + " candidate partition with its own run",
              min = 2,
              max = MOST_PARTS,
              absent = "8")
          int parts,
      @Key(value = "whether an even split of SMs is a candidate", absent = "true")
          boolean spatial) {}

  /**
   * A candidate partition.
   *
   * @param name in results, without spaces: {@code smk-3:5} or {@code spatial-even}
   * @param policy that produces the partition
   * @param outcome category of a window under it: {@code spatial}, {@code smkEven} or {@code
   *     smkOther}
   */
  public record Candidate(
      String name, String policy, Map<String, Object> parameters, String outcome) {}

  public Parameters parameters() {
    return parameters;
  }

  /**
   * Returns the candidate partitions; SMK partitions are in ascending order of the first workload's
   * share, then the second's, and so on.
   *
   * @param workloads that share the device, at least 2
   */
  public List<Candidate> candidates(int workloads) {
    List<Candidate> candidates = new ArrayList<>();
    divide(new ArrayList<>(), parameters.parts(), workloads, candidates);
    if (parameters.spatial()) {
      candidates.add(new Candidate(SpatialEven.NAME, SpatialEven.NAME, Map.of(), "spatial"));
    }
    return candidates;
  }

  /**
   * Adds every division of the remaining parts among the remaining workloads, at least one part
   * each.
   */
  private void divide(List<Integer> given, int left, int workloads, List<Candidate> candidates) {
    if (given.size() == workloads - 1) {
      given.add(left);
      candidates.add(smk(given));
      given.remove(given.size() - 1);
      return;
    }
    int others = workloads - given.size() - 1;
    for (int parts = 1; parts <= left - others; parts++) {
      given.add(parts);
      divide(given, left - parts, workloads, candidates);
      given.remove(given.size() - 1);
    }
  }

  private Candidate smk(List<Integer> parts) {
    List<Double> shares = parts.stream().map(n -> n / (double) parameters.parts()).toList();
    String name = String.join(":", parts.stream().map(n -> Integer.toString(n)).toList());
    boolean isEven = parts.stream().distinct().count() == 1;
    return new Candidate(
        "smk-" + name,
        SmkFixed.NAME,
        Map.of("threadShares", shares),
        isEven ? "smkEven" : "smkOther");
  }

  @Override
  public String objective() {
    return parameters.objective().word();
  }

  @Override
  public List<Violation> violations(GpuConfig gpu, int processes) {
    return new Violation.Checks()
        .require(processes > 1, "workloads", processes, "2 or more")
        .between(processes, MOST_PARTS, "parts", parameters.parts())
        .require(
            !parameters.spatial() || processes <= gpu.sms(),
            "workloads",
            processes,
            "at most one per SM of " + gpu.sms())
        .violations();
  }

  /**
   * Always throws: the best partition is not known while the device runs.
   *
   * @throws IllegalStateException always
   */
  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    throw new IllegalStateException("the oracle is composed from runs of its candidates");
  }
}
