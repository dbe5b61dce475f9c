package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PolicyDecision;

/**
 * Wraps a partition policy and records its decisions, and each change of an SM's role and quotas.
 *
 * <p>State per SM: the role and quotas recorded last.
 */
final class PolicyWatch implements PartitionPolicy {
  private final PartitionPolicy policy;
  private final PolicyFacts facts;
  private final RunResult.SmUse[] last;
  private final List<RunResult.SmUse> uses = new ArrayList<>();
  private final RunWatcher watcher;
  private final List<PolicyDecision> decisions = new ArrayList<>();

  /** Wraps a policy on a device with {@code sms} SMs. */
  PolicyWatch(PartitionPolicy policy, PolicyFacts facts, int sms, RunWatcher watcher) {
    this.policy = policy;
    this.facts = facts;
    this.watcher = watcher;
    last = new RunResult.SmUse[sms];
  }

  /** Returns the recorded roles and quotas, by time, then SM. */
  List<RunResult.SmUse> uses() {
    return uses;
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public boolean sharesStreams() {
    return policy.sharesStreams();
  }

  @Override
  public List<PolicyDecision> decisions() {
    return decisions;
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    long due = policy.partition(cycle, device, quotas);
    for (int sm = 0; sm < last.length; sm++) {
      note(cycle, sm, quotas(device, quotas, sm));
    }
    List<PolicyDecision> all = policy.decisions();
    for (PolicyDecision decision : all.subList(decisions.size(), all.size())) {
      decision.requireProcesses(policy.name(), device.processes());
      decisions.add(decision);
      watcher.onDecision(decision, facts);
    }
    return due;
  }

  private void note(long cycle, int sm, int[] quotas) {
    RunResult.SmUse use =
        new RunResult.SmUse(cycle, sm, policy.role(sm), Arrays.stream(quotas).boxed().toList());
    boolean isNew =
        last[sm] == null
            || !last[sm].role().equals(use.role())
            || !last[sm].quotas().equals(use.quotas());
    if (isNew) {
      last[sm] = use;
      uses.add(use);
    }
  }

  /** Returns the quota of each process on an SM, capped at the occupancy of an empty SM. */
  private static int[] quotas(DeviceView device, Quotas quotas, int sm) {
    int[] ofProcess = new int[device.processes()];
    for (int i = 0; i < device.kernels(); i++) {
      int row = device.kernel(i);
      ofProcess[device.process(row)] = Math.min(device.occupancy(row), quotas.get(sm, row));
    }
    return ofProcess;
  }
}
