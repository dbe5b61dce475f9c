package org.example;

import org.polyphony.gpu.KernelTraffic;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;

/**
 * Keeps memory fast: while reads take long, the kernel that moves the most bytes to and from DRAM may
 * have one thread block fewer on each SM; when they are fast again, one more.
 */
public final class BandwidthAware implements PartitionPolicy {
  private static final long EPOCH = 10_000; // core cycles
  private static final long SLOW = 600; // core cycles from SM to answer
  private static final long FAST = 400;

  private final long[] bytes = new long[KernelControlBlocks.ROWS]; // at the last decision
  private final long[] waited = new long[KernelControlBlocks.ROWS];
  private final long[] answered = new long[KernelControlBlocks.ROWS];
  private int[] limits; // thread blocks on an SM, by process; 0 before its first kernel
  private long due = EPOCH;

  @Override
  public String name() {
    return "bandwidth-aware";
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    if (limits == null) {
      limits = new int[device.processes()];
    }
    if (cycle >= due) {
      decide(cycle, device);
      due = cycle + EPOCH;
    }
    for (int i = 0; i < device.kernels(); i++) {
      int row = device.kernel(i);
      int fits = device.occupancy(row);
      int process = device.process(row);
      if (limits[process] == 0) {
        limits[process] = Math.max(1, fits / device.kernels());
      }
      quotas.setOnAll(row, Math.min(limits[process], fits));
    }
    return due;
  }

  /** Counts are cumulative from the start of the run: use differences. */
  private void decide(long cycle, DeviceView device) {
    KernelTraffic traffic = device.traffic();
    int hungriest = DeviceView.NONE;
    long most = 0;
    long waitedNow = 0;
    long answeredNow = 0;
    for (int i = 0; i < device.kernels(); i++) {
      int row = device.kernel(i);
      long moved = traffic.dramBytes(row) - bytes[row];
      hungriest = moved > most ? row : hungriest;
      most = Math.max(most, moved);
      waitedNow += traffic.loadCycles(cycle, row) - waited[row];
      answeredNow += traffic.loads(row) - answered[row];
      bytes[row] += moved;
      waited[row] = traffic.loadCycles(cycle, row);
      answered[row] = traffic.loads(row);
    }
    if (answeredNow > 0 && hungriest != DeviceView.NONE) {
      adapt(device, hungriest, waitedNow / answeredNow);
    }
  }

  private void adapt(DeviceView device, int row, long latency) {
    int process = device.process(row);
    if (latency > SLOW) {
      limits[process] = Math.max(1, limits[process] - 1);
    } else if (latency < FAST) {
      limits[process] = Math.min(device.occupancy(row), limits[process] + 1);
    }
  }
}
