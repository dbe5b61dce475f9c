package org.polyphony.host.mgb;

import java.util.HashMap;
import java.util.Map;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;

/**
 * The memory of each device that is free, and what each task has of it: never more than there is.
 */
final class TaskMemory {
  private final long[] total; // bytes, by device
  private final long[] free; // bytes, by device
  private final Map<Integer, Claim> claims = new HashMap<>(); // by task

  private record Claim(int device, long bytes) {}

  TaskMemory(HostMachine machine) {
    total = new long[machine.devices()];
    for (int device = 0; device < total.length; device++) {
      total[device] = machine.gpu(device).memoryBytes();
    }
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
    for (int device = 0; device < total.length; device++) {
      if (may(need, device) && need.memoryBytes() <= total[device]) {
        return true;
      }
    }
    return false;
  }

  void take(int task, TaskNeed need, int device) {
    if (claims.putIfAbsent(task, new Claim(device, need.memoryBytes())) != null) {
      throw new IllegalStateException("has a device already: task " + task);
    }
    free[device] -= need.memoryBytes();
    assert free[device] >= 0 : device;
  }

  /** Gives the memory of a task back; returns its device, {@link Placement#NONE} without one. */
  int release(int task) {
    Claim claim = claims.remove(task);
    if (claim == null) {
      return Placement.NONE;
    }
    free[claim.device()] += claim.bytes();
    return claim.device();
  }

  private static boolean may(TaskNeed need, int device) {
    return need.device() == TaskNeed.ANY || need.device() == device;
  }
}
