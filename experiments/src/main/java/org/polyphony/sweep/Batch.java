package org.polyphony.sweep;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;

/**
 * Runs tasks side by side, each on one of a fixed number of threads, and shows how far all of them
 * are together. A task that fails does not stop the others.
 */
final class Batch {
  private static final long SHOW_MILLIS = 500;

  private final int jobs;
  private final Progress progress;
  private final StopFlag stop;
  private final AtomicInteger failed = new AtomicInteger();
  private final Queue<String> unsaid = new ConcurrentLinkedQueue<>(); // why runs failed

  /**
   * One of the tasks.
   *
   * @param id name by which its failure and a {@link Watcher} show it
   * @param isRun false for work that only prepares runs and is not counted
   * @param kinds of a run, from the particular to the general; those of one take equally long
   * @param work returns early, with nothing kept, when a stop is requested; whoever made the task
   *     knows already why it throws
   */
  record Task(String id, boolean isRun, List<String> kinds, Consumer<Progress> work) {}

  /**
   * A running task.
   *
   * @param share completed, 0 to 1
   * @param seconds since it began
   */
  record Going(Task task, double share, double seconds) {}

  /** Receives the progress of all tasks several times a second, on the calling thread. */
  @FunctionalInterface
  interface Watcher {
    /** Hears nothing. */
    Watcher NONE = (tasks, secondsLeft, warpInstructions) -> {};

    /**
     * Called with the current progress.
     *
     * @param secondsLeft time until all have ended; not a number while nothing tells it
     * @param warpInstructions simulated so far
     */
    void goesOn(List<Going> tasks, double secondsLeft, long warpInstructions);
  }

  /**
   * Makes a batch.
   *
   * @param jobs threads, at least 1
   * @param progress shows how far it is; used by the calling thread alone
   * @param stop begins no further task once it is raised
   */
  Batch(int jobs, Progress progress, StopFlag stop) {
    this.jobs = jobs;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Runs all tasks and waits for their end.
   *
   * @param runs how many of the tasks are runs
   * @param tasks in the order in which they begin; each is made when a thread is free for it
   * @param pace knows the kinds of all runs
   */
  void run(int runs, Iterator<Task> tasks, Pace pace, Watcher watcher) {
    progress.begin(runs + " runs");
    List<Share> shares = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Math.min(jobs, 2L * runs); i++) { // some only prepare
      Share share = new Share();
      shares.add(share);
      threads.add(new Thread(() -> work(tasks, pace, share), "run-" + i));
    }
    threads.forEach(Thread::start);
    boolean isRunning;
    do {
      await(threads);
      isRunning = threads.stream().anyMatch(Thread::isAlive);
      show(runs, shares, pace, watcher); // at last all that has ended
    } while (isRunning);
  }

  private void work(Iterator<Task> waiting, Pace pace, Share share) {
    for (Task task = next(waiting); task != null; task = next(waiting)) {
      share.start(task);
      if (task.isRun()) {
        pace.begin(task.kinds());
      }
      try {
        task.work().accept(share);
        if (stop.isRequested()) {
          return; // nothing of it is kept
        }
      } catch (RuntimeException | Error e) { // such as too little memory for one of them
        fail(task, e);
      }
      if (task.isRun()) {
        pace.end(task.kinds(), share.seconds());
      }
      share.end();
    }
  }

  private void fail(Task task, Throwable cause) {
    if (task.isRun()) {
      failed.incrementAndGet();
      unsaid.add("failed: " + task.id() + ": " + cause.getMessage());
    }
  }

  private Task next(Iterator<Task> waiting) {
    synchronized (waiting) {
      return stop.isRequested() || !waiting.hasNext() ? null : waiting.next();
    }
  }

  private static void await(List<Thread> threads) {
    try {
      for (Thread thread : threads) {
        if (thread.isAlive()) {
          thread.join(SHOW_MILLIS);
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void show(int runs, List<Share> shares, Pace pace, Watcher watcher) {
    List<Going> going = new ArrayList<>();
    int ended = 0;
    int prepared = 0;
    double done = 0;
    long cycles = 0;
    long warpInstructions = 0;
    for (Share share : shares) {
      synchronized (share) {
        ended += share.ended;
        prepared += share.prepared;
        done += share.ended + (share.isRun() ? share.doneShare : 0);
        share.task.ifPresent(task -> going.add(new Going(task, share.doneShare, share.seconds())));
        cycles += share.endedCycles + share.cycles;
        warpInstructions += share.endedWarpInstructions + share.warpInstructions;
      }
    }
    for (String line = unsaid.poll(); line != null; line = unsaid.poll()) {
      progress.say(line);
    }
    String before = prepared == 0 ? "" : prepared + " solo, ";
    progress.note(before + ended + " done, " + failed.get() + " failed");
    double left = pace.secondsLeft(jobs, Pace.runs(going));
    progress.left(left);
    progress.update(done / Math.max(1, runs), cycles, warpInstructions);
    watcher.goesOn(going, left, warpInstructions);
  }

  /**
   * What one thread has done.
   *
   * <p>State: of its ended tasks, of the ended stages of its present task, and of the present
   * stage. How many stages a task has is not known, but what is done of it never gets less.
   */
  private static final class Share implements Progress {
    private int ended;
    private int prepared; // tasks that are no runs
    private Optional<Task> task = Optional.empty();
    private long endedCycles;
    private long endedWarpInstructions;
    private double doneShare;
    private long cycles;
    private long warpInstructions;
    private long startNanos;

    @Override
    public synchronized void begin(String stage) {
      endedCycles += cycles;
      endedWarpInstructions += warpInstructions;
      cycles = 0;
      warpInstructions = 0;
    }

    @Override
    public synchronized void update(double share, long nowCycles, long nowWarpInstructions) {
      if (nowCycles < cycles) {
        begin(""); // what is shown of it is a new stage
      }
      doneShare = Math.max(doneShare, share);
      cycles = nowCycles;
      warpInstructions = nowWarpInstructions;
    }

    private synchronized void start(Task next) {
      task = Optional.of(next);
      startNanos = System.nanoTime();
    }

    private synchronized double seconds() {
      return (System.nanoTime() - startNanos) / 1e9;
    }

    private boolean isRun() {
      return task.filter(Task::isRun).isPresent();
    }

    private synchronized void end() {
      begin("");
      doneShare = 0;
      ended += isRun() ? 1 : 0;
      prepared += isRun() ? 0 : 1;
      task = Optional.empty();
    }
  }
}
