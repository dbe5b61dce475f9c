package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.Parameter;

/**
 * Time slicing: processes have the whole device in turns. A turn ends after a slice, or when the
 * kernel has no thread block left to launch; the next process then waits on each SM until the
 * thread blocks there have ended. Source: GPU Maestro section 1 (software multitasking).
 *
 * <p>A slice that ends while thread blocks of the process before are still resident is granted
 * again: otherwise thread blocks longer than a slice could keep another process out for ever
 * (DEVIATIONS.md 3).
 */
public final class TimeSlice implements PartitionPolicy {
  /** The name in configs. */
  public static final String NAME = "time-slice";

  private static final Parameter<Integer> SLICE_CYCLES =
      Parameter.count( // without a statement an epoch of GPU Maestro
          "sliceCycles", 50_000, "core cycles", "length of a time slice");

  public static final PolicyKind KIND =
      new PolicyKind(
          NAME,
          "processes take turns on the whole device",
          "GPU Maestro section 1",
          List.of(SLICE_CYCLES),
          p -> new TimeSlice(p.get(SLICE_CYCLES)));

  private final long sliceCycles;
  private int turn; // process
  private long sliceEnd;

  public TimeSlice(long sliceCycles) {
    this.sliceCycles = sliceCycles;
  }

  public long sliceCycles() {
    return sliceCycles;
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    quotas.clear();
    quotas.setAllExclusive();
    if (device.kernels() == 0) {
      return NEVER;
    }
    int row = kernelOf(turn, device);
    if (row < 0 || (cycle >= sliceEnd && !isDraining(device, row))) {
      row = nextAfter(turn, device);
      turn = device.process(row);
      sliceEnd = cycle + sliceCycles;
    } else if (cycle >= sliceEnd) {
      sliceEnd = cycle + sliceCycles;
    }
    quotas.setOnAll(row, Quotas.UNLIMITED);
    return device.kernels() > 1 ? sliceEnd : NEVER;
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

  /** Returns the kernel of the next process in cyclic order; the same one when it is alone. */
  private static int nextAfter(int process, DeviceView device) {
    for (int i = 1; i <= device.processes(); i++) {
      int row = kernelOf((process + i) % device.processes(), device);
      if (row >= 0) {
        return row;
      }
    }
    throw new IllegalStateException("no process has a kernel");
  }
}
