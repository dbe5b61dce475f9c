package org.polyphony.sweep.slurm;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the tasks that the cluster has lost: cancelled, out of time, on a node that failed.
 *
 * <p>A task is lost when it is not over and has been out of the queue twice in a row, because a
 * shared file system shows its last words a little late. One that is lost three times without
 * having ended a run in between is given up. Tasks count from 1.
 */
final class Losses {
  private static final int OUT_OF_THE_QUEUE = 2;
  private static final int MOST_LOSSES = 3;

  private final int[] absences;
  private final int[] losses;
  private final int[] endedAtLoss;
  private final Set<Integer> givenUp = new TreeSet<>();

  Losses(int tasks) {
    absences = new int[tasks + 1];
    losses = new int[tasks + 1];
    endedAtLoss = new int[tasks + 1];
    Arrays.fill(endedAtLoss, -1);
  }

  /**
   * Hears what a task is doing.
   *
   * @return true when it is lost and should be submitted again
   */
  boolean isLost(int task, TaskStatus status, boolean isLive) {
    boolean isAbsent = !status.isOver() && !isLive && !givenUp.contains(task);
    absences[task] = isAbsent ? absences[task] + 1 : 0;
    if (absences[task] < OUT_OF_THE_QUEUE) {
      return false;
    }
    absences[task] = 0;
    losses[task] = status.ended() > endedAtLoss[task] ? 1 : losses[task] + 1;
    endedAtLoss[task] = Math.max(endedAtLoss[task], status.ended());
    if (losses[task] >= MOST_LOSSES) {
      givenUp.add(task);
      return false;
    }
    return true;
  }

  Set<Integer> givenUp() {
    return new TreeSet<>(givenUp);
  }
}
