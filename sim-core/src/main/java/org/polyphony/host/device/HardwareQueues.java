package org.polyphony.host.device;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.polyphony.host.app.HostKernel;

/**
 * The hardware queues of a device: a process occupies one while it has a kernel there; if all are
 * occupied, a launch waits.
 *
 * <p>State per queue: its current process, and its last one, which gets the queue again if
 * possible, because its data may still be in L2. Also the processes whose ended kernels have not
 * been taken.
 */
final class HardwareQueues {
  static final int NONE = -1;

  private record Launched(int process, HostKernel kernel) {}

  private final int[] user;
  private final int[] lastUser;
  private final ArrayDeque<Launched> waiting = new ArrayDeque<>();
  private final ArrayDeque<Integer> ended = new ArrayDeque<>(); // processes
  private int kernels; // launched and not yet taken

  /** A kernel that starts on a queue. */
  record Begun(int queue, int process, HostKernel kernel) {}

  /**
   * Creates free queues.
   *
   * @param count at least 1
   */
  HardwareQueues(int count) {
    this.user = new int[count];
    this.lastUser = new int[count];
    Arrays.fill(user, NONE);
    Arrays.fill(lastUser, NONE);
  }

  void launch(int process, HostKernel kernel) {
    kernels++;
    waiting.add(new Launched(process, kernel));
  }

  /**
   * Assigns a queue to the kernel that has waited longest.
   *
   * @param usable whether a free queue can be used yet
   * @return the started kernel; null if none waits or no queue is free
   */
  Begun beginNext(IntPredicate usable) {
    int queue = waiting.isEmpty() ? NONE : freeQueue(waiting.element().process(), usable);
    if (queue == NONE) {
      return null;
    }
    Launched launched = waiting.remove();
    user[queue] = launched.process();
    lastUser[queue] = launched.process();
    return new Begun(queue, launched.process(), launched.kernel());
  }

  private int queueOf(int process) {
    for (int queue = 0; queue < user.length; queue++) {
      if (user[queue] == process) {
        return queue;
      }
    }
    return NONE;
  }

  /**
   * Removes a process's kernel that waits for a queue, or has ended and was not taken; frees the
   * process's queue.
   *
   * @return that queue; {@link #NONE} if it has none
   */
  int abort(int process) {
    boolean had = waiting.removeIf(launched -> launched.process() == process);
    had |= ended.remove(process);
    int queue = queueOf(process);
    if (queue != NONE) {
      user[queue] = NONE;
      had = true;
    }
    kernels -= had ? 1 : 0;
    return queue;
  }

  /** Frees the queue of an ended kernel. */
  void end(int queue) {
    ended.add(user[queue]);
    user[queue] = NONE;
  }

  /** Returns whether an ended kernel has not been taken. */
  boolean hasEnded() {
    return !ended.isEmpty();
  }

  /** Takes the kernel that ended first; returns its process, {@link #NONE} if there is none. */
  int takeEnded() {
    if (!hasEnded()) {
      return NONE;
    }
    kernels--;
    return ended.remove();
  }

  int kernels() {
    return kernels;
  }

  /** Returns the queue that the process used last, else the first free one never used. */
  private int freeQueue(int process, IntPredicate usable) {
    int free = NONE;
    for (int queue = 0; queue < user.length; queue++) {
      boolean isFree = user[queue] == NONE && usable.test(queue);
      if (isFree && lastUser[queue] == process) {
        return queue;
      }
      boolean isBetter = free == NONE || (lastUser[free] != NONE && lastUser[queue] == NONE);
      free = isFree && isBetter ? queue : free;
    }
    return free;
  }
}
