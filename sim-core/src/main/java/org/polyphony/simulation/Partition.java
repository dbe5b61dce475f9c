package org.polyphony.simulation;

import java.util.List;

/**
 * A part of the device for some of the processes. What a partition does not state, its processes
 * share with all others.
 *
 * @param processes at least one; each is in at most one partition
 * @param sms SMs of its own, or {@link #SHARED}
 * @param channels DRAM channels of its own, with their L2 slices, or {@link #SHARED}
 * @param l2Ways ways of each L2 set that its processes may fill, or {@link #SHARED}
 */
public record Partition(List<Integer> processes, int sms, int channels, int l2Ways) {
  /** Not partitioned. */
  public static final int SHARED = 0;

  public Partition {
    processes = List.copyOf(processes);
  }
}
