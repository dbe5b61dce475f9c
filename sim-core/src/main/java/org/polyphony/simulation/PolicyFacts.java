package org.polyphony.simulation;

import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.registry.PartitionPolicies;

/**
 * What the partition policy of a run says of itself.
 *
 * @param decides whether it compares partitions and chooses among them at run time
 * @param obstacle why it cannot decide in this run, as a clause to follow "because"; empty if it
 *     can
 * @param objective metric by which it compares partitions; empty if it compares none
 * @param epochCycles core cycles of an epoch, and of a row of {@code epochs.csv}
 * @param kernelScheduler picks among the kernels of an SM
 */
public record PolicyFacts(
    boolean decides, String obstacle, String objective, int epochCycles, String kernelScheduler) {
  /** A policy that does not decide and has no epochs, with its run's own kernel scheduler. */
  public static PolicyFacts ofStatic(String objective, RunSpec spec) {
    return new PolicyFacts(false, "", objective, epochCycles(0, spec), spec.kernelScheduler());
  }

  /**
   * Asks a policy.
   *
   * @throws org.polyphony.usercode.UserCodeException if a user-defined policy gives no answer
   */
  static PolicyFacts of(PartitionPolicy policy, RunSpec spec) {
    return new PolicyFacts(
        policy.decides(),
        policy.obstacle(spec.gpu(), spec.workloads().size()),
        policy.objective(),
        epochCycles(policy.epochCycles(), spec),
        PartitionPolicies.kernelScheduler(policy, spec.kernelScheduler()));
  }

  private static int epochCycles(int ofPolicy, RunSpec spec) {
    int stated = spec.epochCycles() > 0 ? spec.epochCycles() : ofPolicy;
    return stated > 0 ? stated : RunSpec.EPOCH_CYCLES;
  }
}
