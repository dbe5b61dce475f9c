package org.polyphony.host;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;

/** Where each job is, one array per field, by the number of the job. */
final class JobTable {
  /** What a job waits for. */
  enum Wait {
    NOTHING,
    START,
    REQUEST,
    RELEASE,
    END
  }

  private static final int NONE = -1;

  final List<Job> jobs;
  final int[] phase; // index of the phase that it is in
  final int[] launchesLeft; // of a launch phase
  final int[] device; // where its kernels run, TaskNeed.ANY before it has one
  final boolean[] started;
  final Wait[] wait;
  final JobResult.Outcome[] outcome; // null while it is not over
  private final HostObserver observer;
  private final Activity[] activity;
  private final long[] since; // of the activity
  private final long[] startNanos;
  private final long[] endNanos;
  private final long[] waited;
  private final long[] inKernels;
  private final long[] kernelsAlone;

  JobTable(List<Job> jobs, HostObserver observer) {
    int count = jobs.size();
    this.jobs = jobs;
    this.observer = observer;
    phase = new int[count];
    launchesLeft = new int[count];
    device = new int[count];
    started = new boolean[count];
    wait = new Wait[count];
    outcome = new JobResult.Outcome[count];
    activity = new Activity[count];
    since = new long[count];
    startNanos = new long[count];
    endNanos = new long[count];
    waited = new long[count];
    inKernels = new long[count];
    kernelsAlone = new long[count];
    Arrays.fill(device, TaskNeed.ANY);
    Arrays.fill(wait, Wait.NOTHING);
    Arrays.fill(startNanos, NONE);
    Arrays.fill(endNanos, NONE);
  }

  /** Returns the phase that a job is in, {@code null} behind the last. */
  Phase current(int job) {
    List<Phase> phases = jobs.get(job).application().phases();
    return phase[job] < phases.size() ? phases.get(phase[job]) : null;
  }

  /** Returns a job's device; the given one, from now on, when nobody has given it any. */
  int deviceOr(int job, int first) {
    device[job] = device[job] == TaskNeed.ANY ? first : device[job]; // as CUDA does
    return device[job];
  }

  boolean isOver(int job) {
    return outcome[job] != null;
  }

  /** Returns whether a job computes; within a launch phase that is its think time. */
  boolean isThinking(int job) {
    return activity[job] == Activity.CPU;
  }

  /** Returns whether a job gets on by itself: it does not wait, nor compute to ask again. */
  boolean isWorking(int job) {
    boolean asksAgain = isThinking(job) && current(job) instanceof Phase.Reserve;
    return !asksAgain
        && activity[job] != null
        && activity[job] != Activity.QUEUED
        && activity[job] != Activity.WAITING;
  }

  /** Returns whether a job is about to die at the phase that it is in. */
  boolean diesHere(int job) {
    return jobs.get(job).fault().atPhase() == phase[job];
  }

  void start(long now, int job) {
    started[job] = true;
    startNanos[job] = now;
  }

  void over(long now, int job, JobResult.Outcome how) {
    outcome[job] = how;
    endNanos[job] = now;
    become(now, job, Activity.OVER);
  }

  void kernelEnded(int job, HostKernel kernel) {
    kernelsAlone[job] += kernel.aloneNanos();
  }

  /** Changes what a job does, and charges the time up to now to what it did. */
  void become(long now, int job, Activity next) {
    if (activity[job] == next) {
      return;
    }
    long passed = now - since[job];
    if (activity[job] == Activity.WAITING) {
      waited[job] += passed;
    } else if (activity[job] == Activity.KERNEL) {
      inKernels[job] += passed;
    }
    activity[job] = next;
    since[job] = now;
    observer.activity(now, job, next);
  }

  boolean areAllOver() {
    return Arrays.stream(outcome).allMatch(Objects::nonNull);
  }

  /**
   * Returns what has become of a job; if it is not over, up to now.
   *
   * @param otherwise its outcome if it is not over
   */
  JobResult result(long now, int job, JobResult.Outcome otherwise) {
    return new JobResult(
        jobs.get(job).id(),
        jobs.get(job).application().name(),
        isOver(job) ? outcome[job] : otherwise,
        device[job],
        jobs.get(job).arrivalNanos(),
        startNanos[job],
        endNanos[job],
        waited[job] + (activity[job] == Activity.WAITING ? now - since[job] : 0),
        inKernels[job],
        kernelsAlone[job]);
  }
}
