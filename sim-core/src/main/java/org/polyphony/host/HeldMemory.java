package org.polyphony.host;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.host.app.Phase;

/**
 * The device memory held by jobs. A job's task can hold memory on several devices of its node if it
 * used one after another.
 */
final class HeldMemory {
  private final HostMachine machine;
  private final HostObserver observer;
  private final long[] used; // bytes by device
  private final Map<Integer, Map<Integer, long[]>> held =
      new HashMap<>(); // by job and task: bytes by device of its node

  HeldMemory(HostMachine machine, HostObserver observer) {
    this.machine = machine;
    this.observer = observer;
    this.used = new long[machine.devices()];
  }

  /**
   * Allocates memory; returns false and changes nothing if the device has too little free memory.
   */
  boolean take(long now, int job, int task, int device, long bytes) {
    if (bytes > machine.gpu(device).memoryBytes() - used[device]) {
      return false;
    }
    int devicesOfNode = machine.gpus(machine.nodeOf(device)).size();
    held.computeIfAbsent(job, j -> new TreeMap<>())
            .computeIfAbsent(task, t -> new long[devicesOfNode])[machine.local(device)] +=
        bytes;
    use(now, device, bytes);
    return true;
  }

  /**
   * Frees a task's memory, first on the given device, then on the others of its node; no effect for
   * a task without memory.
   *
   * @param device the task's current device
   * @param bytes at most what the task holds, or {@link Phase#ALL}
   */
  void give(long now, int job, int task, int device, long bytes) {
    long[] ofTask = held.getOrDefault(job, Map.of()).get(task);
    if (ofTask == null) {
      return;
    }
    long left = bytes == Phase.ALL ? Long.MAX_VALUE : bytes;
    int first = device - machine.local(device);
    left -= giveOf(now, ofTask, device, left);
    for (int other = first; other < first + ofTask.length; other++) {
      left -= giveOf(now, ofTask, other, left);
    }
  }

  /** Frees all memory of a job. */
  void giveAll(long now, int job, int device) {
    held.getOrDefault(job, Map.of())
        .keySet()
        .forEach(task -> give(now, job, task, device, Phase.ALL));
    held.remove(job);
  }

  private long giveOf(long now, long[] ofTask, int device, long most) {
    int local = machine.local(device);
    long bytes = Math.min(most, ofTask[local]);
    if (bytes > 0) {
      ofTask[local] -= bytes;
      use(now, device, -bytes);
    }
    return bytes;
  }

  private void use(long now, int device, long bytes) {
    used[device] += bytes;
    observer.memory(now, device, used[device]);
  }
}
