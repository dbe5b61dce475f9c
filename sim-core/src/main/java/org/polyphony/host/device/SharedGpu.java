package org.polyphony.host.device;

import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.simulation.RunSpec;

/**
 * A GPU shared by processes under a partition policy.
 *
 * @param gpu the device; must be valid
 * @param processes maximum processes with concurrent kernels, 1 to {@value RunSpec#MAX_PROCESSES}
 * @param policy config name of the partition policy
 * @param parameters of the policy, by name
 */
public record SharedGpu(
    GpuConfig gpu, int processes, String policy, Map<String, Object> parameters) {
  /** Scheduling order within a kernel. */
  public static final String WARP_SCHEDULER = "gto";

  /** Scheduling order between kernels, unless the policy sets its own. */
  public static final String KERNEL_SCHEDULER = "lrr";

  public SharedGpu {
    parameters = Map.copyOf(parameters);
  }

  /**
   * Creates the policy for one run.
   *
   * @throws org.polyphony.input.InvalidInputException if the policy does not exist, or does not
   *     support this device and number of processes
   */
  public PartitionPolicy newPolicy() {
    return PartitionPolicies.create(policy, parameters, gpu, processes);
  }
}
