package org.polyphony.host.mgb;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;

/**
 * The memory of each device that is free, and what each task has of it: never more than there is.
 */
final class TaskMemory {
  private final long[] total; // bytes, by device
  private final long[] free; // bytes, by device
  private final Map<Integer, Claim> claims = new HashMap<>(); // by task

  /** What a task has. */
  record Claim(int device, TaskNeed need) {}

  TaskMemory(HostMachine machine) {
    total = new long[machine.devices()];
    Arrays.setAll(total, device -> machine.gpu(device).memoryBytes());
    free = total.clone();
  }

  long free(int device) {
    return free[device];
  }

  /** Returns whether a task may go to a device: it asks for this one or any, and has memory. */
  boolean fits(TaskNeed need, int device) {
    return may(need, device) && need.memoryBytes() <= free[device];
  }

  boolean canEverFit(TaskNeed need) {
    return IntStream.range(0, total.length)
        .anyMatch(device -> may(need, device) && need.memoryBytes() <= total[device]);
  }

  void take(int task, TaskNeed need, int device) {
    if (claims.putIfAbsent(task, new Claim(device, need)) != null) {
      throw new IllegalStateException("has a device already: task " + task);
    }
    free[device] -= need.memoryBytes();
    assert free[device] >= 0 : device;
  }

  /** Gives the memory of a task back; returns what it had, {@code null} when it had nothing. */
  Claim release(int task) {
    Claim claim = claims.remove(task);
    if (claim != null) {
      free[claim.device()] += claim.need().memoryBytes();
    }
    return claim;
  }

  private static boolean may(TaskNeed need, int device) {
    return need.device() == TaskNeed.ANY || need.device() == device;
  }
}
