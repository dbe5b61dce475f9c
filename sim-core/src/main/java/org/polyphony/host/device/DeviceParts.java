package org.polyphony.host.device;

import java.util.Arrays;
import org.polyphony.host.time.EventQueue;

/**
 * The thread-block places of a device, divided into equal parts: the owner of each part, and how
 * long its thread blocks will stay if no more of their launch follow.
 *
 * <p>State per part: its owner; the queue whose thread blocks are leaving it, and their remaining
 * time in nanoseconds at speed 1.
 */
final class DeviceParts {
  private static final double DONE = 1e-3; // nanoseconds, below the resolution of time

  private final int[] owner = new int[LaunchTimes.PARTS];
  private final int[] user = new int[LaunchTimes.PARTS];
  private final double[] left = new double[LaunchTimes.PARTS];
  private final int[] next = new int[LaunchTimes.PARTS]; // scratch: owners after a reassignment

  DeviceParts() {
    Arrays.fill(owner, PartOrder.NOBODY);
  }

  /** Returns the number of empty parts that a queue owns. */
  int empty(int queue) {
    int count = 0;
    for (int part = 0; part < left.length; part++) {
      count += isEmpty(part, queue) ? 1 : 0;
    }
    return count;
  }

  private boolean isEmpty(int part, int queue) {
    return owner[part] == queue && left[part] <= DONE;
  }

  int leaving(int queue) {
    int count = 0;
    for (int part = 0; part < left.length; part++) {
      count += left[part] > DONE && user[part] == queue ? 1 : 0;
    }
    return count;
  }

  /** Returns the time at which the next part becomes empty; {@link EventQueue#NEVER} if all are. */
  long nextLeft(long now, double[] speed) {
    double first = Double.POSITIVE_INFINITY;
    for (int part = 0; part < left.length; part++) {
      first = left[part] > DONE ? Math.min(first, (left[part] - DONE) / speed[user[part]]) : first;
    }
    return first == Double.POSITIVE_INFINITY ? EventQueue.NEVER : EventQueue.after(now, first);
  }

  /**
   * Occupies an empty part of a queue for a duration; returns false and changes nothing if there is
   * none.
   */
  boolean take(int queue, double nanos) {
    for (int part = 0; part < left.length; part++) {
      if (isEmpty(part, queue)) {
        user[part] = queue;
        left[part] = nanos;
        return true;
      }
    }
    return false;
  }

  void pass(long nanos, double[] speed) {
    for (int part = 0; part < left.length; part++) {
      left[part] = left[part] > DONE ? left[part] - nanos * speed[user[part]] : 0;
    }
  }

  /** Called when a queue loses a part. */
  @FunctionalInterface
  interface Loss {
    /** Returns how long the queue's thread blocks stay on the part, at speed 1; may be 0. */
    double stay(int queue);
  }

  /** Reassigns parts to queues; thread blocks on a lost part leave first. */
  void assign(long now, int ready, int draining, PartOrder order, Loss loss) {
    order.assign(now, ready, draining, next);
    for (int part = 0; part < next.length; part++) {
      int loser = owner[part];
      if (next[part] != loser && loser != PartOrder.NOBODY && left[part] <= DONE) {
        user[part] = loser;
        left[part] = loss.stay(loser);
      }
      owner[part] = next[part];
    }
  }

  /** Makes the thread blocks of an aborted launch leave its parts. */
  void vacate(int queue, double nanos) {
    for (int part = 0; part < left.length; part++) {
      if (isEmpty(part, queue)) {
        user[part] = queue;
        left[part] = nanos;
      }
    }
  }

  void release() {
    Arrays.fill(owner, PartOrder.NOBODY);
  }
}
