package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Violation;
import org.polyphony.policy.PolicyDescription;

/**
 * Says how many thread blocks of which kernel each SM should hold. The thread-block scheduler
 * reaches that by launching, and by preempting thread blocks above a quota.
 *
 * <p>One object serves one run. To bring your own: implement this interface with a public
 * constructor that takes nothing or a {@code Map<String, Object>} of parameters, and name the class
 * in the config.
 */
public interface PartitionPolicy {
  /** Not before something changes by itself. */
  long NEVER = Long.MAX_VALUE;

  /** Returns its name; by default that of its class as configs write it. */
  default String name() {
    return PolicyDescription.nameOf(getClass());
  }

  /**
   * Sets the quotas. Asked whenever the list of kernels with thread blocks left changes (one has
   * started, launched its last thread block, or ended), and when its own time has come.
   *
   * @param quotas as the policy last left them, all 0 for kernels that are new; to be written
   * @return the cycle in which it wants to be asked again, after {@code cycle}, or {@link #NEVER}
   */
  long partition(long cycle, DeviceView device, Quotas quotas);

  /**
   * Returns what of its parameters cannot work on a device or with a number of processes; paths are
   * parameter names.
   */
  default List<Violation> violations(GpuConfig gpu, int processes) {
    return List.of();
  }

  /** Returns whether it compares partitions and decides between them as the device runs. */
  default boolean decides() {
    return false;
  }

  /**
   * Returns what keeps it from deciding on a device with a number of processes, in words that
   * follow "because"; empty when nothing does.
   */
  default String obstacle(GpuConfig gpu, int processes) {
    return "";
  }

  /** Returns what it has decided so far, in order of time; nothing unless it {@link #decides}. */
  default List<PolicyDecision> decisions() {
    return List.of();
  }

  /** Returns what it compares partitions by, in one word; empty when it compares none. */
  default String objective() {
    return "";
  }

  /** Returns the core cycles between its decisions; 0 when it does not count in epochs. */
  default int epochCycles() {
    return 0;
  }

  /**
   * Returns what an SM is for since the policy was asked last, in one word.
   *
   * @return the word, for results; empty when the policy does not tell SMs apart
   */
  default String role(int sm) {
    return "";
  }

  /** Returns the kernel scheduler that the policy works with. */
  default String kernelScheduler(String configured) {
    return configured;
  }
}
