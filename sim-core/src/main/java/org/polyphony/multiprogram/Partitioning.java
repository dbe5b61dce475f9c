package org.polyphony.multiprogram;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.DeviceControl;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.PartitionPolicy;

/**
 * Asks the partition policy for quotas: when the list of kernels has changed, and when its own time
 * has come.
 */
final class Partitioning {
  private final PartitionPolicy policy;
  private final SchedulerView view;
  private final Quotas quotas;
  private long due = DeviceControl.NEVER;

  Partitioning(PartitionPolicy policy, SchedulerView view, Quotas quotas) {
    this.policy = policy;
    this.view = view;
    this.quotas = quotas;
  }

  /** Returns when the policy wants to be asked although nothing has changed. */
  long due() {
    return due;
  }

  /**
   * Asks the policy if there is a reason to.
   *
   * @throws PolicyException when it fails, or wants to be asked again in the past
   */
  void update(long cycle) {
    boolean changed = view.refresh();
    if (!changed && cycle < due) {
      return;
    }
    try {
      due = policy.partition(cycle, view, quotas);
    } catch (RuntimeException | AssertionError | StackOverflowError | LinkageError e) {
      throw new PolicyException(
          String.format(
              "policy %s failed in cycle %d: %s; it was asked about %s",
              policy.name(), cycle, e, asked()),
          e);
    }
    if (due <= cycle) {
      throw new PolicyException(
          String.format(
              "policy %s asks in cycle %d to be asked again in cycle %d, which is not later",
              policy.name(), cycle, due),
          null);
    }
  }

  /** Returns the kernels that the policy was asked about, in words. */
  private String asked() {
    List<String> kernels = new ArrayList<>();
    for (int i = 0; i < view.kernels(); i++) {
      int row = view.kernel(i);
      kernels.add(
          String.format(
              "kernel %s of process %d, thread blocks: %d on SMs, %d to launch",
              view.name(row), view.process(row), view.resident(row), view.threadBlocksLeft(row)));
    }
    return kernels.isEmpty() ? "no kernel" : String.join("; ", kernels);
  }

  /** Returns the error of a device on which kernels wait and nothing can happen any more. */
  PolicyException givesNoPlace(long cycle) {
    return new PolicyException(
        String.format(
            "policy %s gives no kernel a place in cycle %d: nothing runs and nothing is due",
            policy.name(), cycle),
        null);
  }
}
