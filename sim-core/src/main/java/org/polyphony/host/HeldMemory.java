package org.polyphony.host;

import org.polyphony.host.app.Phase;

/**
 * The device memory that jobs hold: a job may hold some on several devices of its node, when it has
 * asked for one after another.
 *
 * <p>State per job: bytes by device of its node.
 */
final class HeldMemory {
  private final DeviceBank devices;
  private final int gpusPerNode;
  private final long[][] held; // by job: null before it has any

  HeldMemory(DeviceBank devices, int gpusPerNode, int jobs) {
    this.devices = devices;
    this.gpusPerNode = gpusPerNode;
    this.held = new long[jobs][];
  }

  /** Takes memory; returns false and changes nothing when the device has not as much left. */
  boolean take(long now, int job, int device, long bytes) {
    if (!devices.allocate(now, device, bytes)) {
      return false;
    }
    if (held[job] == null) {
      held[job] = new long[gpusPerNode];
    }
    held[job][device % gpusPerNode] += bytes;
    return true;
  }

  /**
   * Gives memory back: that of a device first, then that of the others of its node; nothing of a
   * job that has never taken any.
   *
   * @param device that the job uses now
   * @param bytes at most what the job holds, or {@link Phase#ALL}
   */
  void give(long now, int job, int device, long bytes) {
    if (held[job] == null) {
      return;
    }
    long left = bytes == Phase.ALL ? Long.MAX_VALUE : bytes;
    int first = device - device % gpusPerNode;
    left -= giveOf(now, job, device, left);
    for (int other = first; other < first + gpusPerNode; other++) {
      left -= giveOf(now, job, other, left);
    }
  }

  private long giveOf(long now, int job, int device, long most) {
    long bytes = Math.min(most, held[job][device % gpusPerNode]);
    if (bytes > 0) {
      held[job][device % gpusPerNode] -= bytes;
      devices.free(now, device, bytes);
    }
    return bytes;
  }
}
