package org.polyphony.host.mgb;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;

/** The free memory of each device and the memory of each task. */
final class TaskMemory {
  private final long[] total; // bytes, by device
  private final long[] free; // bytes, by device
  private final Map<Integer, Claim> claims = new HashMap<>(); // by task

  /** The memory of a task. */
  record Claim(int device, TaskNeed need) {}

  TaskMemory(HostMachine machine) {
    total = new long[machine.devices()];
    Arrays.setAll(total, device -> machine.gpu(device).memoryBytes());
    free = total.clone();
  }

  long free(int device) {
    return free[device];
  }

  /**
   * Returns whether a task may run on a device: it requests this one or any, and the memory
   * suffices.
   */
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

  /** Frees the memory of a task; returns its claim, {@code null} if it had none. */
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
