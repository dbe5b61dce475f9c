package org.polyphony.policy.partition;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.partition.maestro.Maestro;
import org.polyphony.policy.partition.maestro.Objective;

/** The partition policies by their names in configs, and a user's own by their class names. */
public final class PartitionPolicies {
  private static final String HPCA12 = "Adriaens et al., HPCA'12; GPU Maestro section 5";
  private static final Map<String, Entry> ENTRIES = new LinkedHashMap<>();

  static {
    add(
        Alone.NAME,
        "one benchmark has the whole device",
        "GPU Maestro section 2.3",
        Map.of(),
        p -> new Alone());
    add(
        LeftOver.NAME,
        "later kernels get what earlier ones leave",
        "Hyper-Q; GPU Maestro section 1",
        Map.of(),
        p -> new LeftOver());
    add(
        TimeSlice.NAME,
        "processes have the whole device in turns",
        "GPU Maestro section 1",
        Map.of("sliceCycles", "core cycles of a turn, 1 or more"),
        p ->
            new TimeSlice(
                new TimeSlice.Parameters(
                    p.wholeNumber("sliceCycles", TimeSlice.Parameters.DEFAULT_SLICE_CYCLES))));
    add(
        SpatialEven.NAME,
        "SMs are split evenly among the processes",
        HPCA12,
        Map.of(),
        p -> new SpatialEven());
    add(
        SpatialSmart.NAME,
        "SMs are split evenly, but no kernel gets more than it can fill",
        HPCA12,
        Map.of(),
        p -> new SpatialSmart());
    add(
        SpatialFixed.NAME,
        "each process has a given number of SMs",
        "GPU Maestro section 2.2",
        Map.of(
            "sms", "SMs of each workload, a list, each 1 or more",
            "idleSms", "SMs that their workload does not need: lend (default) or keep"),
        p ->
            new SpatialFixed(
                new SpatialFixed.Parameters(
                    p.wholeNumbers("sms"),
                    p.word("idleSms", "lend", SpatialFixed.IDLE_SMS).equals("keep"))));
    add(
        SmkEven.NAME,
        "each SM's resources are divided equally among the kernels",
        "GPU Maestro sections 3.1 and 5.1",
        Map.of(),
        p -> new SmkEven());
    add(
        SmkFixed.NAME,
        "each process has a given part of every SM",
        "GPU Maestro Figure 2",
        Map.of(
            "threadBlocks", "thread blocks of each workload on an SM, a list, each 1 or more",
            "threadShares", "share of an SM's threads for each workload, a list, 1 together"),
        p ->
            new SmkFixed(
                new SmkFixed.Parameters(
                    p.wholeNumbers("threadBlocks"), p.numbers("threadShares"))));
    add(
        SmkP.NAME,
        "kernels hold equal dominant shares of each SM's resources",
        "Wang et al., HPCA'16",
        Map.of(),
        p -> new SmkP());
    add(
        SmkPw.NAME,
        "smk-p with kernelScheduler fair: quotas of warp instructions too",
        "Wang et al., HPCA'16; GPU Maestro section 5.4",
        Map.of(),
        p -> new SmkPw());
    add(
        WarpedSlicer.NAME,
        "each SM is divided by how kernels were sampled to grow with their thread blocks",
        "Xu et al., ISCA'16; GPU Maestro section 5.4",
        Map.of(
            "warmupCycles", "core cycles from the start of a kernel to the window, 1 or more",
            "sampleCycles", "core cycles of the window, 1 or more",
            "threshold", "loss of a kernel, over 1 / kernels, above which SMs are split, above 0",
            "band", "relative change of a kernel's rate that starts a new sampling, above 0",
            "watchCycles", "core cycles over which that rate is taken, 1 or more"),
        PartitionPolicies::warpedSlicer);
    add(
        Maestro.NAME,
        "the best partition, spatial or SMK, found by measuring several side by side",
        "GPU Maestro section 4",
        Map.of(
            "objective", "what partitions are compared by: antt (default) or stp",
            "epochCycles", "core cycles between decisions, 1 or more",
            "trialSms", "SMs that test one thread block more or fewer, 1 or more",
            "dedicatedRefreshEpochs",
                "epochs after which released dedicated SMs are assigned again, 1 or more",
            "history", "whether kernels begin with what an earlier SMK gave them",
            "releaseDedicated", "whether dedicated SMs become followers in steady state",
            "spatialReturn",
                "SMs that go back to SMK when it wins: one (of each kernel and decision, default) or"
                    + " all",
            "patienceEpochs", "epochs' cycles to wait for the wanted partition at most, 1 or more",
            "steadyTolerance",
                "relative change of dedicated IPC that still counts as stable, 0 or more",
            "pairs",
                "how pairs of more than two kernels share: spatial (SMs of their own, default) or"
                    + " 2n-way (parts of all SMs)"),
        p ->
            new Maestro(
                new Maestro.Parameters(
                    Objective.of(p.word("objective", "antt", Objective.names())),
                    p.wholeNumber("epochCycles", 50_000),
                    p.wholeNumber("trialSms", 2),
                    p.wholeNumber("dedicatedRefreshEpochs", 100),
                    p.flag("history", true),
                    p.flag("releaseDedicated", true),
                    p.word("spatialReturn", "one", List.of("one", "all")).equals("all"),
                    p.wholeNumber("patienceEpochs", 4),
                    p.number("steadyTolerance", 0.05),
                    p.word("pairs", "spatial", List.of("spatial", "2n-way")).equals("2n-way"))));
    add(
        Oracle.NAME,
        "every window of a run under the partition that is best there, changed at no cost; put"
            + " together from a run under each partition",
        "GPU Maestro section 3.2.2, Figure 4",
        Map.of(
            "objective", "what partitions are compared by: antt (default) or stp",
            "windowInstructions", "thread instructions of a window for each SM, 1 or more",
            "parts",
                "into which the threads of an SM are cut for the partitions to choose from, as many"
                    + " as workloads to 32; each more is more runs",
            "spatial", "whether SMs split evenly are a partition to choose from"),
        p ->
            new Oracle(
                new Oracle.Parameters(
                    Objective.of(p.word("objective", "antt", Objective.names())),
                    p.wholeNumber("windowInstructions", 50_000),
                    p.wholeNumber("parts", 8),
                    p.flag("spatial", true))));
  }

  private PartitionPolicies() {}

  private static PartitionPolicy warpedSlicer(PolicyParameters p) {
    WarpedSlicer.Parameters defaults = WarpedSlicer.Parameters.DEFAULT;
    return new WarpedSlicer(
        new WarpedSlicer.Parameters(
            p.wholeNumber("warmupCycles", defaults.warmupCycles()),
            p.wholeNumber("sampleCycles", defaults.sampleCycles()),
            p.number("threshold", defaults.threshold()),
            p.number("band", defaults.band()),
            p.wholeNumber("watchCycles", defaults.watchCycles())));
  }

  private record Entry(
      PolicyDescription description, Function<PolicyParameters, PartitionPolicy> maker) {}

  private static void add(
      String name,
      String line,
      String source,
      Map<String, String> parameters,
      Function<PolicyParameters, PartitionPolicy> maker) {
    ENTRIES.put(name, new Entry(new PolicyDescription(name, line, source, parameters), maker));
  }

  /** Returns the names, simple policies first. */
  public static List<String> names() {
    return List.copyOf(ENTRIES.keySet());
  }

  /** Returns what there is to say of each policy, in the order of {@link #names}. */
  public static List<PolicyDescription> descriptions() {
    return ENTRIES.values().stream().map(Entry::description).toList();
  }

  /**
   * Makes a policy for one run.
   *
   * @param name one of {@link #names}, or the class name of a user's own, with its package
   * @param parameters its parameters by name; numbers, texts and lists of them
   * @throws InvalidInputException if there is no such policy or a parameter has the wrong type or
   *     name
   */
  public static PartitionPolicy create(String name, Map<String, ?> parameters) {
    Entry entry = ENTRIES.get(name);
    if (entry == null) {
      return UserPolicy.create(name, parameters, names());
    }
    PolicyParameters typed = new PolicyParameters(parameters);
    PartitionPolicy policy = entry.maker().apply(typed);
    refuse(name, typed.violations());
    return policy;
  }

  /**
   * Makes a policy for one run and checks that it can work there.
   *
   * @param name as for {@link #create(String, Map)}
   * @param parameters as for {@link #create(String, Map)}
   * @param gpu the device
   * @param processes benchmarks that share it
   * @throws InvalidInputException also if a parameter is out of range
   */
  public static PartitionPolicy create(
      String name, Map<String, ?> parameters, GpuConfig gpu, int processes) {
    PartitionPolicy policy = create(name, parameters);
    refuse(name, policy.violations(gpu, processes));
    return policy;
  }

  private static void refuse(String name, List<Violation> violations) {
    if (violations.isEmpty()) {
      return;
    }
    StringBuilder message = new StringBuilder("policy " + name + ":");
    for (Violation violation : violations) {
      message.append(
          String.format(
              "%n  %s: found %s, allowed %s",
              violation.path(), violation.found(), violation.allowed()));
    }
    throw new InvalidInputException(message.toString());
  }
}
