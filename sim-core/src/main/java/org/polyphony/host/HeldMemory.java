package org.polyphony.host;

import java.util.Arrays;
import org.polyphony.host.app.Phase;

/**
 * The device memory that jobs hold: a task of a job may hold some on several devices of its node,
 * when it has asked for one after another.
 *
 * <p>State per job: bytes by task and device of its node.
 */
final class HeldMemory {
  private final DeviceBank devices;
  private final HostMachine machine;
  private final long[][] held; // by job: null before it has any

  HeldMemory(DeviceBank devices, HostMachine machine, int jobs) {
    this.devices = devices;
    this.machine = machine;
    this.held = new long[jobs][];
  }

  /** Takes memory; returns false and changes nothing when the device has not as much left. */
  boolean take(long now, int job, int task, int device, long bytes) {
    if (!devices.allocate(now, device, bytes)) {
      return false;
    }
    int needed = (task + 1) * devicesBeside(device);
    if (held[job] == null) {
      held[job] = new long[needed];
    } else if (held[job].length < needed) {
      held[job] = Arrays.copyOf(held[job], needed);
    }
    held[job][index(task, device)] += bytes;
    return true;
  }

  /**
   * Gives memory of a task back: that of a device first, then that of the others of its node;
   * nothing of a task that has never taken any.
   *
   * @param device that the task uses now
   * @param bytes at most what the task holds, or {@link Phase#ALL}
   */
  void give(long now, int job, int task, int device, long bytes) {
    if (held[job] == null || task * devicesBeside(device) >= held[job].length) {
      return;
    }
    long left = bytes == Phase.ALL ? Long.MAX_VALUE : bytes;
    int first = device - machine.local(device);
    left -= giveOf(now, job, task, device, left);
    for (int other = first; other < first + devicesBeside(device); other++) {
      left -= giveOf(now, job, task, other, left);
    }
  }

  /** Gives all memory of a job back. */
  void giveAll(long now, int job, int device) {
    int tasks = held[job] == null ? 0 : held[job].length / devicesBeside(device);
    for (int task = 0; task < tasks; task++) {
      give(now, job, task, device, Phase.ALL);
    }
  }

  private long giveOf(long now, int job, int task, int device, long most) {
    int at = index(task, device);
    long bytes = Math.min(most, held[job][at]);
    if (bytes > 0) {
      held[job][at] -= bytes;
      devices.free(now, device, bytes);
    }
    return bytes;
  }

  private int index(int task, int device) {
    return task * devicesBeside(device) + machine.local(device);
  }

  /** Returns the devices of a device's node. */
  private int devicesBeside(int device) {
    return machine.gpus(machine.nodeOf(device)).size();
  }
}
