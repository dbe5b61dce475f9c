package org.polyphony.policy.partition.instance;

import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PolicyDecision;

/**
 * An instance of a partitioned device: SMs, the processes that run there, and their policy. The
 * policy is called when the instance's own list of kernels changes or the cycle that it requested
 * is reached, as on a device of its own.
 *
 * <p>State: the kernels that the policy was called with last, by row; the cycle it requested.
 */
public final class Instance {
  private static final long NOTHING = -1;

  private final SmRange sms;
  private final List<Integer> processes;
  private final PartitionPolicy policy;
  private final InstanceView view;
  private Quotas quotas; // of its SMs; null before the first call
  private final long[] listed = new long[KernelControlBlocks.ROWS];
  private final int[] running;
  private long due;
  private int taken; // decisions

  /**
   * Creates an instance.
   *
   * @param config the device that the policy sees: the part of the instance
   * @param processes the processes that run there, as numbered on the whole device
   */
  public Instance(GpuConfig config, SmRange sms, List<Integer> processes, PartitionPolicy policy) {
    this.sms = sms;
    this.processes = List.copyOf(processes);
    this.policy = policy;
    this.view = new InstanceView(config, sms, this.processes);
    this.running = new int[processes.size()];
    Arrays.fill(listed, NOTHING);
    Arrays.fill(running, DeviceView.NONE);
  }

  PartitionPolicy policy() {
    return policy;
  }

  SmRange sms() {
    return sms;
  }

  long partition(long cycle, DeviceView device, Quotas ofDevice) {
    view.show(device);
    if (quotas == null) {
      quotas = ofDevice.part(sms.first(), sms.count());
    }
    if (hasChanged() || cycle >= due) {
      due = policy.partition(cycle, view, quotas);
    }
    return due;
  }

  private boolean hasChanged() {
    long[] now = new long[KernelControlBlocks.ROWS];
    Arrays.fill(now, NOTHING);
    for (int i = 0; i < view.kernels(); i++) {
      now[view.kernel(i)] = view.launch(view.kernel(i));
    }
    boolean hasChanged = !Arrays.equals(now, listed);
    System.arraycopy(now, 0, listed, 0, now.length);
    for (int process = 0; process < running.length; process++) {
      hasChanged |= running[process] != view.running(process);
      running[process] = view.running(process);
    }
    return hasChanged;
  }

  /** Returns the decisions since the last call, with the numbers of the whole device. */
  List<PolicyDecision> takeDecisions() {
    List<PolicyDecision> all = policy.decisions();
    List<PolicyDecision> added = all.subList(taken, all.size());
    taken = all.size();
    added.forEach(each -> each.requireProcesses(policy.name(), processes.size()));
    return added.stream().map(this::ofDevice).toList();
  }

  private PolicyDecision ofDevice(PolicyDecision decision) {
    return new PolicyDecision(
        decision.cycle(),
        decision.processes().stream().map(processes::get).toList(),
        decision.outcomes(),
        decision.winner(),
        decision.candidates().stream()
            .map(
                candidate ->
                    new PolicyDecision.Candidate(
                        candidate.name(),
                        candidate.score(),
                        candidate.shares().stream().map(this::ofDevice).toList()))
            .toList(),
        decision.roles(),
        decision.moved(),
        decision.settleCycles());
  }

  private PolicyDecision.Share ofDevice(PolicyDecision.Share share) {
    return new PolicyDecision.Share(
        processes.get(share.process()), share.threadBlocks(), share.ipc());
  }
}
