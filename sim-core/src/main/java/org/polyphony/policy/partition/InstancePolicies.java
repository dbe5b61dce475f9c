package org.polyphony.policy.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.Quotas;

/**
 * The policies of the instances of a partitioned device, as MIG makes them, as one policy: each
 * sees nothing but its instance. The instances cover all processes; their SMs do not overlap.
 */
public final class InstancePolicies implements PartitionPolicy {
  private final List<Instance> instances;
  private final List<PolicyDecision> decisions = new ArrayList<>(); // by time

  public InstancePolicies(List<Instance> instances) {
    this.instances = List.copyOf(instances);
  }

  private PartitionPolicy any() {
    return instances.get(0).policy;
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
    return instances.stream().anyMatch(instance -> instance.policy.decides());
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
      int own = sm - instance.firstSm;
      if (own >= 0 && own < instance.config.sms()) {
        return instance.policy.role(own);
      }
    }
    return "";
  }

  @Override
  public String kernelScheduler(String configured) {
    return any().kernelScheduler(configured);
  }

  /**
   * An instance: SMs, the processes that run there, and their policy. The policy is called when the
   * instance's own list of kernels changes or the cycle that it requested is reached, as on a
   * device of its own.
   *
   * <p>State: the kernels that the policy was called with last, by row; the cycle it requested.
   */
  public static final class Instance {
    private static final long NOTHING = -1;

    private final GpuConfig config;
    private final int firstSm;
    private final List<Integer> processes;
    private final PartitionPolicy policy;
    private DeviceView view; // null before the first call, as its quotas
    private Quotas quotas;
    private long[] listed = new long[KernelControlBlocks.ROWS];
    private final int[] running;
    private long due;
    private int taken; // decisions

    /**
     * Creates an instance.
     *
     * @param config the device that the policy sees: the part of the instance
     * @param processes the processes that run there, as numbered on the whole device
     */
    public Instance(
        GpuConfig config, int firstSm, List<Integer> processes, PartitionPolicy policy) {
      this.config = config;
      this.firstSm = firstSm;
      this.processes = List.copyOf(processes);
      this.policy = policy;
      this.running = new int[processes.size()];
      Arrays.fill(listed, NOTHING);
      Arrays.fill(running, DeviceView.NONE);
    }

    private long partition(long cycle, DeviceView device, Quotas ofDevice) {
      if (view == null) {
        view = device.part(config, firstSm, processes);
        quotas = ofDevice.part(firstSm, config.sms());
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
      listed = now;
      for (int process = 0; process < running.length; process++) {
        hasChanged |= running[process] != view.running(process);
        running[process] = view.running(process);
      }
      return hasChanged;
    }

    /** Returns the decisions since the last call, with the numbers of the whole device. */
    private List<PolicyDecision> takeDecisions() {
      List<PolicyDecision> all = policy.decisions();
      List<PolicyDecision> added = all.subList(taken, all.size());
      taken = all.size();
      added.forEach(each -> each.requireProcesses(policy.name(), processes.size()));
      return added.stream().map(each -> each.renumbered(processes)).toList();
    }
  }
}
