package org.polyphony.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.alloc.TwoNWay;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.Hash;
import org.polyphony.input.Key;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.partition.Oracle;
import org.polyphony.policy.preemption.Chimera;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.simulation.Partition;
import org.polyphony.simulation.Partitions;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.Tenant;

/** One experiment, complete: nothing is left to a default. */
public record ExperimentConfig(
    @Key(
            value = "name in results; default: the file's name",
            pattern = Key.FOLDER_NAME,
            absent = Key.NONE)
        String name,
    @Key(
            value =
                "name under configs/gpus, GPU file relative to this one, or object with"
                    + " \"extends\" and overrides",
            named = "extends")
        GpuConfig gpu,
    @Key(
            value =
                "workloads that share the device; each the name of a bundled benchmark, or an"
                    + " object with benchmark, trace or model",
            min = 1,
            max = 32,
            named = "benchmark")
        List<WorkloadConfig> workloads,
    @Key(
            value =
                "partition policy: name, or object with name and parameters; default: alone"
                    + " for one workload, else smk-even",
            named = "name",
            absent = Key.NONE)
        PolicyConfig policy,
    @Key(
            value = "order of a kernel's warps in a warp scheduler",
            from = ExperimentConfig.WithinKernel.class,
            absent = "gto")
        String warpScheduler,
    @Key(
            value = "order of the kernels in a warp scheduler",
            from = ExperimentConfig.BetweenKernels.class,
            absent = "lrr")
        String kernelScheduler,
    @Key(
            value = "allocation of registers and shared memory",
            oneOf = {OneWay.NAME, RangeAllocators.TWO_WAY, TwoNWay.NAME},
            absent = RangeAllocators.TWO_WAY)
        String allocation,
    @Key(
            value = "preemption technique",
            from = ExperimentConfig.Techniques.class,
            absent = "chimera")
        String preemption,
    @Key(
            value = "target latency of chimera",
            unit = "us",
            aboveMin = true,
            absent = "" + Chimera.LATENCY_LIMIT_MICROSECONDS)
        double preemptionLatencyLimit,
    @Key(
            value = "instructions after which a workload finishes early",
            unit = "thread instructions",
            min = 1,
            max = Key.LONGEST,
            absent = "1000000000")
        long instructionBudget,
    @Key(
            value =
                "a workload finishes after the work of its solo run in this time (seed 1; in a"
                    + " sweep over devices, on the device of the base), and restarts a shorter"
                    + " program; checked in steps of 10,000 cycles; 0: it finishes with its"
                    + " program",
            unit = "core cycles",
            max = Key.LONGEST,
            absent = "0")
        long roundCycles,
    @Key(
            value =
                "whether a finished workload restarts until all have finished once; false:"
                    + " it leaves its resources to the others",
            absent = "true")
        boolean restart,
    @Key(
            value = "above 1, adds small random delays to starts, launches and DRAM refreshes",
            max = Key.LONGEST,
            absent = "1")
        long seed,
    @Key(
            value = "parts of the device for some of the workloads; the others share the rest",
            max = 32,
            absent = "[]")
        List<PartitionConfig> partitions,
    @Key(
            value =
                "resources of which each workload has its own copy, as large as the whole"
                    + " device's: all, or some of dispatch, issue, pipes, l1,"
                    + " shared-memory, crossbar, sm, l2-capacity, l2-bandwidth,"
                    + " dram-rows, dram",
            max = 32,
            absent = "[]")
        List<String> copies) {
  /** Stands for copies of every resource. */
  public static final String ALL = "all";

  /** Keys of a file that change other parts of the experiment. */
  record FileKeys(
      @Key(
              value = "version of this format",
              oneOf = {"1"},
              absent = "1")
          int schemaVersion,
      @Key(value = "base of relative paths; default: the folder of this file", absent = Key.NONE)
          String folder,
      @Key(
              value = "overrides watchdogCycles of the GPU",
              unit = "core cycles",
              min = 1000,
              max = Key.LONGEST)
          Long watchdogCycles,
      @Key(
              value =
                  "whether instructions that are not modeled run approximated, for workloads that"
                      + " do not set their own",
              absent = "false")
          boolean approximate) {}

  /** The orders of a kernel's warps. */
  record WithinKernel() implements Key.Names {
    @Override
    public List<String> names() {
      return WarpSchedulers.withinKernel().stream().map(PolicyDescription::name).toList();
    }
  }

  /** The orders of the kernels. */
  record BetweenKernels() implements Key.Names {
    @Override
    public List<String> names() {
      return WarpSchedulers.betweenKernels().stream().map(PolicyDescription::name).toList();
    }
  }

  /** The preemption techniques. */
  record Techniques() implements Key.Names {
    @Override
    public List<String> names() {
      return Preemptions.list().stream().map(PolicyDescription::name).toList();
    }
  }

  /** Copies the workloads. */
  public ExperimentConfig {
    workloads = List.copyOf(workloads);
    partitions = List.copyOf(partitions);
    copies = List.copyOf(copies);
  }

  /** Returns every invalid value; empty when the experiment can run. */
  public List<Violation> violations() {
    List<Violation> ofGpu = gpu.violations();
    Violation.Checks checks = new Violation.Checks().nested("gpu", ofGpu);
    checkWorkloads(checks, ofGpu.isEmpty() ? gpu.coreKhz() : ArrivalsConfig.UNKNOWN);
    if (ofGpu.isEmpty()) {
      checkSharing(checks);
      checkCopies(checks);
    }
    boolean isOracle = policy.name().equals(Oracle.NAME);
    String oracle = "with policy " + Oracle.NAME;
    checks.require(restart || !isOracle, "restart", restart, "true " + oracle);
    boolean areUsual = tenants().stream().allMatch(Tenant.USUAL::equals) && partitions.isEmpty();
    String more = "start, arrivals, priority, activeThreadPercentage or partitions";
    checks.require(areUsual || !isOracle, "policy", more + " " + oracle, "another policy");
    return checks.violations();
  }

  private void checkWorkloads(Violation.Checks checks, int coreKhz) {
    boolean endsNever = true;
    for (int i = 0; i < workloads.size(); i++) {
      Violation.Checks ofWorkload = new Violation.Checks();
      workloads.get(i).check(ofWorkload);
      checks.nested("workloads[" + i + "]", ofWorkload.violations());
      ArrivalsConfig arrivals = workloads.get(i).arrivals();
      endsNever &= arrivals != null && arrivals.isUnlimited();
      if (arrivals != null) {
        Violation.Checks below = new Violation.Checks();
        arrivals.check(below, coreKhz);
        checks.nested("workloads[" + i + "].arrivals", below.violations());
      }
    }
    String allowed = "a count in one of them: no other workload ends the run";
    checks.require(!endsNever, "workloads", "arrivals without a count", allowed);
  }

  private void checkSharing(Violation.Checks checks) {
    List<Violation> wrong = Partitions.violations(gpu, workloads.size(), stated());
    checks.nested("", wrong);
    if (!wrong.isEmpty()) {
      return;
    }
    Partitions parts = partitionsOfDevice();
    if (!parts.hasInstances()) {
      checks.nested("policy", policy.violations(gpu, workloads.size()));
    } else {
      Set<Violation> all = new LinkedHashSet<>();
      for (int i = 0; i < parts.count(); i++) {
        all.addAll(policy.violations(parts.device(i), parts.processes(i).size()));
      }
      checks.nested("policy", List.copyOf(all));
    }
  }

  private void checkCopies(Violation.Checks checks) {
    List<String> allowed = new ArrayList<>(Resource.names());
    allowed.add(ALL);
    for (int i = 0; i < copies.size(); i++) {
      String name = copies.get(i);
      String names = NearestName.oneOf(name, allowed);
      checks.require(allowed.contains(name), "copies[" + i + "]", "\"" + name + "\"", names);
    }
    if (checks.violations().isEmpty()) {
      Copies ofAll = new Copies(copiesOfResources(), workloads.size());
      checks.nested("copies", ofAll.violations(gpu));
      boolean isDivided = !copies.isEmpty() && !partitions.isEmpty();
      checks.require(!isDivided, "copies", "partitions as well", "one of them");
    }
  }

  /**
   * Returns the resources of which each workload has a copy of its own. Those of all are without
   * DRAM rows, which copies of DRAM have anyway, so that the number of banks does not matter.
   */
  public Set<Resource> copiesOfResources() {
    if (copies.contains(ALL)) {
      return EnumSet.complementOf(EnumSet.of(Resource.DRAM_ROWS));
    }
    return copies.stream().map(Resource::of).collect(Collectors.toSet());
  }

  private List<Partition> stated() {
    return partitions.stream().map(PartitionConfig::partition).toList();
  }

  /** Returns how the device is partitioned. */
  public Partitions partitionsOfDevice() {
    return new Partitions(gpu, workloads.size(), stated());
  }

  /** Returns how the workloads come to the device. */
  public List<Tenant> tenants() {
    List<Tenant> tenants = new ArrayList<>();
    for (int i = 0; i < workloads.size(); i++) {
      tenants.add(workloads.get(i).tenant(gpu.coreKhz(), Hash.mix(seed, i)));
    }
    return tenants;
  }

  /**
   * Returns its run.
   *
   * @param opened the programs of its workloads
   */
  public RunSpec spec(List<Workload> opened) {
    List<Long> budgets =
        workloads.stream()
            .map(w -> w.hasBudget() ? w.instructionBudget() : instructionBudget)
            .toList();
    return RunSpec.of(gpu, opened, policy.name())
        .policy(policy.name(), policy.parameters())
        .instructionBudgets(budgets)
        .tenants(tenants())
        .partitions(stated())
        .restart(restart)
        .seed(seed)
        .schedulers(warpScheduler, kernelScheduler)
        .allocation(allocation)
        .preemption(preemption)
        .preemptionLatencyLimit(preemptionLatencyLimit)
        .copies(copiesOfResources())
        .build();
  }

  /**
   * Returns all that determines the results, with every default, as canonical JSON: keys sorted, no
   * white space, no names, no paths.
   *
   * @param identities for each workload what its instructions are, the same on every machine: a
   *     digest of the trace or model, or a bundled name and version
   * @throws IllegalArgumentException unless there is one identity for each workload
   */
  public String canonicalJson(List<String> identities) {
    return CanonicalJson.write(canonical(identities, true));
  }

  /**
   * Returns the first 16 hexadecimal digits of the SHA-256 of the canonical JSON without what
   * equals its default.
   *
   * @param identities as for {@link #canonicalJson}
   */
  public String configHash(List<String> identities) {
    return CanonicalJson.hash(CanonicalJson.write(canonical(identities, false)));
  }

  private ObjectNode canonical(List<String> identities, boolean isComplete) {
    if (identities.size() != workloads.size()) {
      throw new IllegalArgumentException(
          "identities: " + identities.size() + ", workloads: " + workloads.size());
    }
    ObjectNode tree = CanonicalJson.tree(this, isComplete);
    tree.remove("name");
    ((ObjectNode) tree.get("gpu")).remove("name");
    if (!isComplete) {
      tree.set("policy", CanonicalJson.tree(policy.withoutDefaults(), false));
    }
    for (int i = 0; i < identities.size(); i++) {
      ObjectNode workload = (ObjectNode) tree.get("workloads").get(i);
      workload.remove(List.of("kind", "reference", "name"));
      workload.put("content", identities.get(i));
      if (!workloads.get(i).hasBudget()) {
        workload.remove("instructionBudget");
      }
    }
    return tree;
  }
}
