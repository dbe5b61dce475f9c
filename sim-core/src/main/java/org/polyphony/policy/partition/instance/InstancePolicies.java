package org.polyphony.policy.partition.instance;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PolicyDecision;

/**
 * The policies of the instances of a partitioned device, as one policy. The instances cover all
 * processes; their SMs do not overlap.
 */
public final class InstancePolicies implements PartitionPolicy {
  private final List<Instance> instances;
  private final List<PolicyDecision> decisions = new ArrayList<>(); // by time

  public InstancePolicies(List<Instance> instances) {
    this.instances = List.copyOf(instances);
  }

  private PartitionPolicy any() {
    return instances.get(0).policy();
  }

  @Override
  public String name() {
    return any().name();
  }

  @Override
  public boolean sharesStreams() {
    return any().sharesStreams();
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    long due = NEVER;
    for (Instance instance : instances) {
      due = Math.min(due, instance.partition(cycle, device, quotas));
      decisions.addAll(instance.takeDecisions());
    }
    return due;
  }

  @Override
  public boolean decides() {
    return instances.stream().anyMatch(instance -> instance.policy().decides());
  }

  @Override
  public List<PolicyDecision> decisions() {
    return decisions;
  }

  @Override
  public String objective() {
    return any().objective();
  }

  @Override
  public int epochCycles() {
    return any().epochCycles();
  }

  @Override
  public String role(int sm) {
    for (Instance instance : instances) {
      if (instance.sms().contains(sm)) {
        return instance.policy().role(sm - instance.sms().first());
      }
    }
    return "";
  }

  @Override
  public String kernelScheduler(String configured) {
    return any().kernelScheduler(configured);
  }
}
