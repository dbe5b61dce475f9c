package org.polyphony.sweep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long waiting tasks will take, from finished tasks of the same kind. The kinds of a task are
 * names from the particular to the general, as a run with any seed, then with any policy.
 */
final class Pace {
  private static final double LEAST_SHARE = 0.1; // of a running task, to tell its time from it

  private final Map<List<String>, Integer> waiting = new HashMap<>(); // tasks by kinds
  private final Map<String, Mean> finished = new HashMap<>();

  /** Seconds of finished tasks. */
  private record Mean(double seconds, int tasks) {
    Mean with(Mean other) {
      return new Mean(seconds + other.seconds, tasks + other.tasks);
    }
  }

  /**
   * A running task.
   *
   * @param share completed, 0 to 1
   */
  record Running(List<String> kinds, double seconds, double share) {}

  /** Adds a task that has not begun. */
  synchronized void add(List<String> kinds) {
    waiting.merge(kinds, 1, Integer::sum);
  }

  /** Notes that a task has begun. */
  synchronized void begin(List<String> kinds) {
    waiting.computeIfPresent(kinds, (k, tasks) -> tasks == 1 ? null : tasks - 1);
  }

  /** Notes how long a task took. */
  synchronized void end(List<String> kinds, double seconds) {
    kinds.forEach(kind -> finished.merge(kind, new Mean(seconds, 1), Mean::with));
  }

  /**
   * Returns the time until all tasks have ended; not a number as long as no finished task tells
   * that of one of them.
   *
   * @param threads that run tasks
   */
  synchronized double secondsLeft(int threads, List<Running> running) {
    double all = 0;
    double longest = 0;
    for (Running task : running) {
      double left = left(task);
      all += left;
      longest = Math.max(longest, left);
    }
    for (Map.Entry<List<String>, Integer> tasks : waiting.entrySet()) {
      all += tasks.getValue() * seconds(tasks.getKey());
    }
    return Math.max(longest, all / threads);
  }

  private double left(Running task) {
    double usual = seconds(task.kinds) - task.seconds;
    double byShare = task.seconds * (1 - task.share) / task.share;
    boolean isTold = task.share >= LEAST_SHARE;
    return isTold ? byShare : Math.max(0, usual);
  }

  private double seconds(List<String> kinds) {
    for (String kind : kinds) {
      Mean mean = finished.get(kind);
      if (mean != null) {
        return mean.seconds / mean.tasks;
      }
    }
    return Double.NaN;
  }

  /** Returns the running tasks of a batch that are runs. */
  static List<Running> runs(List<Batch.Going> going) {
    List<Running> runs = new ArrayList<>();
    for (Batch.Going task : going) {
      if (task.task().isRun()) {
        runs.add(new Running(task.task().kinds(), task.seconds(), task.share()));
      }
    }
    return runs;
  }
}
