package org.polyphony.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.InstructionOrder;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.Oracle;

/**
 * One experiment, complete: nothing is left to a default.
 *
 * @param name how results call it
 * @param gpu the device
 * @param workloads what runs, at least one; all start together
 * @param policy how they share the device
 * @param warpScheduler order of a kernel's warps: {@code gto}, {@code lrr} or {@code two-level}
 * @param kernelScheduler order of kernels on a warp scheduler: {@code none}, {@code lrr}, {@code
 *     ipr} or {@code fair}
 * @param allocation of registers and shared memory: {@code one-way}, {@code two-way} or {@code
 *     2n-way}
 * @param preemption how a thread block gives up its place: a technique by name
 * @param preemptionLatencyLimit microseconds that {@code chimera} keeps if it can, above 0
 * @param instructionBudget thread instructions after which a workload ends at the latest, at least
 *     1
 * @param restart whether a finished workload starts again until all have finished once
 * @param seed of every random choice, at least 0
 */
public record ExperimentConfig(
    String name,
    GpuConfig gpu,
    List<WorkloadConfig> workloads,
    PolicyConfig policy,
    String warpScheduler,
    String kernelScheduler,
    String allocation,
    String preemption,
    double preemptionLatencyLimit,
    long instructionBudget,
    boolean restart,
    long seed) {
  /** Copies the workloads. */
  public ExperimentConfig {
    workloads = List.copyOf(workloads);
  }

  /** Returns every value that is wrong; empty when the experiment can run. */
  public List<Violation> violations() {
    List<Violation> ofGpu = gpu.violations();
    Violation.Checks checks = new Violation.Checks().nested("gpu", ofGpu);
    if (ofGpu.isEmpty()) {
      checks.nested("policy", policy.violations(gpu, workloads.size()));
    }
    checks.require(
        restart || !policy.name().equals(Oracle.NAME),
        "restart",
        restart,
        "true with policy " + Oracle.NAME);
    return checks.violations();
  }

  /**
   * Returns the same experiment with budgets of the workloads' own.
   *
   * @param budgets thread instructions, at least 1, for each workload
   */
  public ExperimentConfig withBudgets(List<Long> budgets) {
    List<WorkloadConfig> changed = new ArrayList<>();
    for (int i = 0; i < workloads.size(); i++) {
      changed.add(workloads.get(i).withBudget(budgets.get(i)));
    }
    return new ExperimentConfig(
        name,
        gpu,
        changed,
        policy,
        warpScheduler,
        kernelScheduler,
        allocation,
        preemption,
        preemptionLatencyLimit,
        instructionBudget,
        restart,
        seed);
  }

  /**
   * Returns all that determines the results as canonical JSON: keys sorted, no white space, no
   * names, no paths.
   *
   * @param identities for each workload what its instructions are, the same on every machine: a
   *     digest of the trace or model, or a bundled name and version
   * @throws IllegalArgumentException unless there is one identity for each workload
   */
  public String canonicalJson(List<String> identities) {
    if (identities.size() != workloads.size()) {
      throw new IllegalArgumentException(
          "identities: " + identities.size() + ", workloads: " + workloads.size());
    }
    ObjectNode tree = CanonicalJson.tree(this);
    tree.remove("name");
    ((ObjectNode) tree.get("gpu")).remove("name");
    ArrayNode array = tree.putArray("workloads");
    for (int i = 0; i < identities.size(); i++) {
      WorkloadConfig workload = workloads.get(i);
      ObjectNode entry = array.addObject();
      entry.put("content", identities.get(i)).put("scale", workload.scale());
      if (workload.hasBudget()) {
        entry.put("instructionBudget", workload.instructionBudget());
      }
      if (workload.order() == InstructionOrder.SOURCE) {
        entry.put("order", "source");
      }
    }
    return CanonicalJson.write(tree);
  }

  /**
   * Returns the first 16 hexadecimal digits of the SHA-256 of the canonical JSON.
   *
   * @param identities as for {@link #canonicalJson}
   */
  public String configHash(List<String> identities) {
    return CanonicalJson.hash(canonicalJson(identities));
  }
}
