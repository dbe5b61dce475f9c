package org.polyphony.policy.partition;

import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Key;

/**
 * Time slicing: processes take turns on the whole device. A turn ends after a time slice, or when
 * the kernel has no thread blocks left to launch; on each SM, the next process waits until the
 * resident thread blocks have ended. A process of higher priority takes its turn at once and keeps
 * it until it has nothing to launch. Source: GPU Maestro section 1 (software multitasking).
 *
 * <p>If a slice ends while thread blocks of the previous process are still resident, it is extended
 * by another slice; otherwise thread blocks longer than a slice could starve a process
 * (DEVIATIONS.md 3).
 */
public final class TimeSlice implements PartitionPolicy {
  public static final String NAME = "time-slice";

  public static final PolicyKind<?> KIND =
      new PolicyKind<>(
          NAME,
          "processes take turns on the whole device",
          "GPU Maestro section 1",
          Parameters.class,
          TimeSlice::new);

  /** The parameters of the policy; the default is an epoch of GPU Maestro. */
  public record Parameters(
      @Key(value = "length of a time slice", unit = "core cycles", min = 1, absent = "50000")
          int sliceCycles) {}

  private final long sliceCycles;
  private int turn; // the process whose turn it is
  private long sliceEnd;

  public TimeSlice(Parameters parameters) {
    this.sliceCycles = parameters.sliceCycles();
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    quotas.clear();
    quotas.setAllExclusive();
    if (device.kernels() == 0) {
      return NEVER;
    }
    int highest = highestPriority(device);
    int row = kernelOf(turn, device);
    if (row < 0
        || device.priority(row) < highest
        || (cycle >= sliceEnd && !isDraining(device, row))) {
      row = nextAfter(turn, highest, device);
      turn = device.process(row);
      sliceEnd = cycle + sliceCycles;
    } else if (cycle >= sliceEnd) {
      sliceEnd = cycle + sliceCycles;
    }
    quotas.setOnAll(row, Quotas.UNLIMITED);
    return device.kernels() > 1 ? sliceEnd : NEVER;
  }

  private static int highestPriority(DeviceView device) {
    int highest = Integer.MIN_VALUE;
    for (int i = 0; i < device.kernels(); i++) {
      highest = Math.max(highest, device.priority(device.kernel(i)));
    }
    return highest;
  }

  private static int kernelOf(int process, DeviceView device) {
    for (int i = 0; i < device.kernels(); i++) {
      if (device.process(device.kernel(i)) == process) {
        return device.kernel(i);
      }
    }
    return -1;
  }

  private static boolean isDraining(DeviceView device, int holder) {
    for (int i = 0; i < device.kernels(); i++) {
      int row = device.kernel(i);
      if (row != holder && device.resident(row) > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the kernel of the next process of a priority in cyclic order; the same one if it is
   * alone.
   */
  private static int nextAfter(int process, int priority, DeviceView device) {
    for (int i = 1; i <= device.processes(); i++) {
      int row = kernelOf((process + i) % device.processes(), device);
      if (row >= 0 && device.priority(row) == priority) {
        return row;
      }
    }
    throw new IllegalStateException("no process has a kernel");
  }
}
