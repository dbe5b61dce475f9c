package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Violation;
import org.polyphony.policy.PolicyDescription;

/**
 * Sets how many thread blocks of each kernel every SM should hold. The thread-block scheduler
 * reaches these quotas by launching, and by preempting thread blocks above a quota.
 *
 * <p>Each instance serves one run. Whatever a method throws ends that run with an error; so does a
 * call that does not return. To add your own policy, implement this interface with a public
 * constructor that takes no argument or a {@code Map<String, Object>} of parameters, and name the
 * class in the config.
 */
public interface PartitionPolicy {
  /** No further call until the list of kernels changes. */
  long NEVER = Long.MAX_VALUE;

  /** Returns the policy's name; by default derived from the class name as in configs. */
  default String name() {
    return PolicyDescription.nameOf(getClass());
  }

  /**
   * Sets the quotas. Called whenever the list of kernels with thread blocks left changes (one has
   * started, launched its last thread block, or ended), and in the cycle that the policy requested.
   *
   * @param quotas as the policy last set them, 0 for new kernels; written by this method
   * @return the cycle of the next call, after {@code cycle}, or {@link #NEVER}
   */
  long partition(long cycle, DeviceView device, Quotas quotas);

  /**
   * Returns parameter values that do not fit the device or the number of processes; paths are
   * parameter names.
   */
  default List<Violation> violations(GpuConfig gpu, int processes) {
    return List.of();
  }

  /**
   * Returns whether the policy sets quotas for each kernel of a process that runs several streams.
   * If not, it sees the first, and the others use what that one leaves free on SMs where its quota
   * is unlimited.
   */
  default boolean sharesStreams() {
    return false;
  }

  /** Returns whether the policy compares partitions and chooses among them at run time. */
  default boolean decides() {
    return false;
  }

  /**
   * Returns why the policy cannot take decisions on this device with this number of processes, as a
   * clause to follow "because"; empty if it can.
   */
  default String obstacle(GpuConfig gpu, int processes) {
    return "";
  }

  /** Returns the decisions so far, by time; empty unless the policy {@link #decides}. */
  default List<PolicyDecision> decisions() {
    return List.of();
  }

  /**
   * Returns the metric by which the policy compares partitions, as one word; empty if it compares
   * none.
   */
  default String objective() {
    return "";
  }

  /** Returns the core cycles per epoch; 0 if the policy has no epochs. */
  default int epochCycles() {
    return 0;
  }

  /**
   * Returns the role of an SM since the last call of {@link #partition}.
   *
   * @return one word, shown in results; empty if the policy has no SM roles
   */
  default String role(int sm) {
    return "";
  }

  /** Returns the kernel scheduler to use with the policy; by default the configured one. */
  default String kernelScheduler(String configured) {
    return configured;
  }
}
