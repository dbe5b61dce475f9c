package org.polyphony.host;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
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
  final int[] device; // of its task in use, TaskNeed.ANY before it has one
  final int[] task; // in use
  final boolean[] started;
  final Wait[] wait;
  final JobResult.Outcome[] outcome; // null while it is not over
  private final HostObserver observer;
  private final int[][] taskDevices; // by job and task: null of jobs with one task at a time
  private final Map<Integer, TreeSet<Integer>> moreDevices = new HashMap<>(); // of some jobs: all
  private final boolean[] synchronizing; // whether its activity is to wait for started kernels
  private final Activity[] activity;
  private final long[] since; // of the activity
  private final long[] startNanos;
  private final long[] endNanos;
  private final long[] waited;
  private final long[] inKernels;
  private final long[] inCopies;
  private final long[] kernelsAlone;

  JobTable(List<Job> jobs, HostObserver observer) {
    int count = jobs.size();
    this.jobs = jobs;
    this.observer = observer;
    phase = new int[count];
    launchesLeft = new int[count];
    device = new int[count];
    task = new int[count];
    taskDevices = new int[count][];
    synchronizing = new boolean[count];
    started = new boolean[count];
    wait = new Wait[count];
    outcome = new JobResult.Outcome[count];
    activity = new Activity[count];
    since = new long[count];
    startNanos = new long[count];
    endNanos = new long[count];
    waited = new long[count];
    inKernels = new long[count];
    inCopies = new long[count];
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

  /** Gives the task in use of a job its device. */
  void place(int job, int where) {
    if (device[job] != TaskNeed.ANY && device[job] != where) {
      moreDevices.computeIfAbsent(job, j -> new TreeSet<>(List.of(device[job]))).add(where);
    }
    device[job] = where;
  }

  /** Changes to another task of a job, on its device once it has one. */
  void use(int job, int next) {
    int known = taskDevices[job] == null ? 0 : taskDevices[job].length;
    int needed = Math.max(task[job], next) + 1;
    if (known < needed) {
      taskDevices[job] = known == 0 ? new int[needed] : Arrays.copyOf(taskDevices[job], needed);
      Arrays.fill(taskDevices[job], known, needed, TaskNeed.ANY);
    }
    taskDevices[job][task[job]] = device[job];
    task[job] = next;
    device[job] = taskDevices[job][next] == TaskNeed.ANY ? device[job] : taskDevices[job][next];
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

  /** A kernel has ended that the job did not wait for as it began. */
  void startedEnded(int job, HostKernel kernel, long nanos) {
    kernelEnded(job, kernel);
    inKernels[job] += nanos;
  }

  /** Makes a job wait for kernels that it has started: {@link #startedEnded} counts their time. */
  void synchronize(int job) {
    synchronizing[job] = true;
  }

  /** Changes what a job does, and charges the time up to now to what it did. */
  void become(long now, int job, Activity next) {
    if (activity[job] == next) {
      return;
    }
    long passed = now - since[job];
    if (activity[job] == Activity.WAITING) {
      waited[job] += passed;
    } else if (activity[job] == Activity.KERNEL && !synchronizing[job]) {
      inKernels[job] += passed;
    } else if (activity[job] == Activity.COPY) {
      inCopies[job] += passed;
    }
    synchronizing[job] = false;
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
        devices(job),
        jobs.get(job).arrivalNanos(),
        startNanos[job],
        endNanos[job],
        waited[job] + (activity[job] == Activity.WAITING ? now - since[job] : 0),
        inKernels[job],
        kernelsAlone[job],
        inCopies[job]);
  }

  private List<Integer> devices(int job) {
    if (moreDevices.containsKey(job)) {
      return List.copyOf(moreDevices.get(job));
    }
    return device[job] == TaskNeed.ANY ? List.of() : List.of(device[job]);
  }
}
