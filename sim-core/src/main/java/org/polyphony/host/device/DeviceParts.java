package org.polyphony.host.device;

import java.util.Arrays;
import org.polyphony.host.time.EventQueue;

/**
 * The places of a device for thread blocks, in parts of equal size: whose launch may take each, and
 * how long each is taken by thread blocks that are not followed by others of their launch.
 *
 * <p>State per part: its owner; the queue whose thread blocks leave it, and for how long they stay,
 * in nanoseconds at speed 1.
 */
final class DeviceParts {
  private static final double DONE = 1e-3; // nanoseconds: below the resolution of time

  private final int[] owner = new int[LaunchTimes.PARTS];
  private final int[] user = new int[LaunchTimes.PARTS];
  private final double[] left = new double[LaunchTimes.PARTS];
  private final int[] next = new int[LaunchTimes.PARTS]; // scratch: owners after a change

  DeviceParts() {
    Arrays.fill(owner, PartOrder.NOBODY);
  }

  /** Returns how many parts a queue owns that nothing has to leave. */
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

  /** Returns when the next part is left, {@link EventQueue#NEVER} when all have been. */
  long nextLeft(long now, double[] speed) {
    double first = Double.POSITIVE_INFINITY;
    for (int part = 0; part < left.length; part++) {
      first = left[part] > DONE ? Math.min(first, (left[part] - DONE) / speed[user[part]]) : first;
    }
    return first == Double.POSITIVE_INFINITY ? EventQueue.NEVER : EventQueue.after(now, first);
  }

  /** Takes an empty part of a queue for so long; returns false and changes nothing without one. */
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

  /** Hears that a queue loses a part. */
  @FunctionalInterface
  interface Loss {
    /** Returns how long thread blocks of the queue stay on the part, at speed 1; maybe 0. */
    double stay(int queue);
  }

  /** Gives parts to queues anew; what a launch has on one that it loses leaves first. */
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

  /** Lets what a launch that dies has on its parts leave. */
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
