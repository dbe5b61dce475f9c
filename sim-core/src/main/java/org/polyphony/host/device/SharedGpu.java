package org.polyphony.host.device;

import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.simulation.RunPlan;

/**
 * A GPU that processes share by a partition policy.
 *
 * @param gpu the device, without violations
 * @param processes that can have kernels on it at once, 1 to {@value RunPlan#MAX_PROCESSES}
 * @param policy partition policy, by its config name
 * @param parameters of the policy, by name
 */
public record SharedGpu(
    GpuConfig gpu, int processes, String policy, Map<String, Object> parameters) {
  /** Order of a kernel's warps on a warp scheduler. */
  public static final String WARP_SCHEDULER = "gto";

  /** Order of kernels on a warp scheduler, where the policy has none of its own. */
  public static final String KERNEL_SCHEDULER = "lrr";

  public SharedGpu {
    parameters = Map.copyOf(parameters);
  }

  /**
   * Makes the policy for one run.
   *
   * @throws org.polyphony.input.InvalidInputException when there is no such policy, or it cannot
   *     work on this device with as many processes
   */
  public PartitionPolicy newPolicy() {
    return PartitionPolicies.create(policy, parameters, gpu, processes);
  }
}
