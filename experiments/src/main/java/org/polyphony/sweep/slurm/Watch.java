package org.polyphony.sweep.slurm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.SweepFolder;

/** Follows the tasks of a submitted sweep to their end and submits again those that are lost. */
final class Watch {
  private static final long SHORTEST_WAIT_MILLIS = 1000;
  private static final long LONGEST_WAIT_MILLIS = 30_000;
  private static final int WAITS_OF_THE_TIME = 10; // a wait is a tenth of the time gone by
  private static final int PIECE_MILLIS = 100;
  private static final String STAGE = " runs";

  private final Slurm slurm;
  private final Submission submission;
  private final ArrayFolder folder;
  private final SweepFolder results;
  private final Progress progress;
  private final TaskStatus[] statuses; // by task, from 1
  private final Losses losses;
  private final int runs;
  private final Map<Integer, String> lastStates = new TreeMap<>();
  private TaskStatus atStart = TaskStatus.NONE;
  private String queueNote = "";
  private boolean hasBegun;

  Watch(Submission submission, SweepFolder results, Progress progress) {
    this.slurm = submission.slurm();
    this.submission = submission;
    this.folder = submission.folder();
    this.results = results;
    this.progress = progress;
    Division division = folder.division();
    this.runs = division.runCount();
    int tasks = division.runs().size();
    this.statuses = new TaskStatus[tasks + 1];
    this.losses = new Losses(tasks);
  }

  /**
   * Follows them until all have ended, or have been given up, or to the stop.
   *
   * @return how far they are
   */
  TaskStatus follow(StopFlag stop) {
    progress.begin(runs + STAGE);
    readStatuses();
    atStart = sum();
    long start = System.nanoTime();
    while (!stop.isRequested() && !isOver()) {
      slurm.tasks(folder.jobs(TaskKind.RUNS)).ifPresentOrElse(this::hear, this::hearNothing);
      results.assembleNowAndThen();
      show();
      pause((System.nanoTime() - start) / 1_000_000, stop);
      readStatuses();
    }
    return sum();
  }

  private boolean isOver() {
    for (int task = 1; task < statuses.length; task++) {
      if (!statuses[task].isOver() && !losses.givenUp().contains(task)) {
        return false;
      }
    }
    return true;
  }

  private void readStatuses() {
    for (int task = 1; task < statuses.length; task++) {
      if (statuses[task] == null || !statuses[task].isOver()) {
        statuses[task] = folder.status(task);
      }
    }
  }

  private void hear(List<QueuedTask> queue) {
    boolean[] isLive = new boolean[statuses.length];
    int waiting = 0;
    int running = 0;
    String reason = "";
    for (QueuedTask task : queue) {
      if (task.task() < 1 || task.task() >= statuses.length) {
        continue;
      }
      lastStates.put(task.task(), task.state());
      isLive[task.task()] |= task.isLive();
      if (task.isLive()) {
        waiting += task.isWaiting() ? 1 : 0;
        running += task.isWaiting() ? 0 : 1;
        reason = task.isWaiting() ? " (" + task.reason() + ")" : reason;
      }
    }
    queueNote = "; tasks: " + running + " running, " + waiting + " waiting" + reason;
    if (running > 0 && !hasBegun) {
      hasBegun = true;
      progress.begin(runs + STAGE); // the time in the queue says nothing about the time left
    }
    submitLost(isLive);
  }

  private void hearNothing() {
    queueNote = "; Slurm does not answer";
  }

  private void submitLost(boolean[] isLive) {
    readStatuses(); // those that have left the queue have written their last one before
    List<Integer> lost = new ArrayList<>();
    for (int task = 1; task < statuses.length; task++) {
      if (losses.isLost(task, statuses[task], isLive[task])) {
        lost.add(task);
      }
    }
    if (!lost.isEmpty()) {
      submitAgain(lost);
    }
  }

  private void submitAgain(Collection<Integer> lost) {
    StringBuilder what = new StringBuilder("lost:");
    lost.forEach(task -> what.append(' ').append(describe(task)));
    try {
      progress.say(what + "; submitted again as job " + submission.submitAgain(lost));
    } catch (InvalidInputException e) {
      progress.say(what + "; " + e.getMessage()); // the next look at the queue tries again
    }
  }

  private String describe(int task) {
    return "task "
        + task
        + Optional.ofNullable(lastStates.get(task)).map(state -> " (" + state + ")").orElse("");
  }

  private void show() {
    TaskStatus now = sum();
    double left = runs - atStart.done();
    progress.note(now.ended() + " done, " + now.failed() + " failed" + queueNote);
    progress.update(
        left > 0 ? Math.max(0, (now.done() - atStart.done()) / left) : 1,
        Math.max(0, now.cycles() - atStart.cycles()),
        Math.max(0, now.warpInstructions() - atStart.warpInstructions()));
  }

  private TaskStatus sum() {
    int ended = 0;
    int failed = 0;
    double done = 0;
    long cycles = 0;
    long warpInstructions = 0;
    for (int task = 1; task < statuses.length; task++) {
      ended += statuses[task].ended();
      failed += statuses[task].failed();
      done += statuses[task].done();
      cycles += statuses[task].cycles();
      warpInstructions += statuses[task].warpInstructions();
    }
    return new TaskStatus(ended, failed, done, cycles, warpInstructions, isOver());
  }

  /** Returns what is known of the tasks that were given up, a line each. */
  List<String> givenUp() {
    return losses.givenUp().stream()
        .map(task -> describe(task) + ", see " + folder.log(TaskKind.RUNS, "" + task))
        .toList();
  }

  private static void pause(long millisGone, StopFlag stop) {
    long wait =
        Math.max(
            SHORTEST_WAIT_MILLIS, Math.min(LONGEST_WAIT_MILLIS, millisGone / WAITS_OF_THE_TIME));
    try {
      for (long gone = 0; gone < wait && !stop.isRequested(); gone += PIECE_MILLIS) {
        Thread.sleep(PIECE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop.request();
    }
  }
}
