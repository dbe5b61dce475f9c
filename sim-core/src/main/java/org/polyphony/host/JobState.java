package org.polyphony.host;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;

/** Where a job is, and what it did so far. */
final class JobState {
  /** What a job waits for. */
  enum Wait {
    NOTHING,
    START,
    REQUEST,
    RELEASE,
    END
  }

  private static final int NONE = -1;

  final Job what;
  int phase; // index of the phase that it is in
  int launchesLeft; // of a launch phase
  int device = TaskNeed.ANY; // of its task in use, ANY before it has one
  int task; // in use
  Wait wait = Wait.NOTHING;

  private final int number;
  private final HostObserver observer;
  private final Map<Integer, Integer> deviceOfTask = new HashMap<>(); // of those not in use
  private final TreeSet<Integer> devices = new TreeSet<>(); // all that it was given
  private JobResult.Outcome outcome; // null while it is not over
  private boolean synchronizing; // whether its activity is to wait for started kernels
  private Activity activity; // null before it is submitted
  private long since; // of the activity
  private long startNanos = NONE;
  private long endNanos = NONE;
  private long waited;
  private long inKernels;
  private long inCopies;
  private long kernelsAlone;

  /** Makes the state of a job that has not been submitted. */
  JobState(int number, Job what, HostObserver observer) {
    this.number = number;
    this.what = what;
    this.observer = observer;
  }

  /** Returns the phase that it is in, {@code null} behind the last. */
  Phase current() {
    List<Phase> phases = what.application().phases();
    return phase < phases.size() ? phases.get(phase) : null;
  }

  /** Returns its device; the given one, from now on, when nobody has given it any. */
  int deviceOr(int first) {
    if (device == TaskNeed.ANY) {
      place(first); // as CUDA does
    }
    return device;
  }

  /** Gives the task in use its device. */
  void place(int where) {
    device = where;
    devices.add(where);
  }

  /** Changes to another task, on its device once it has one. */
  void use(int next) {
    deviceOfTask.put(task, device);
    task = next;
    int known = deviceOfTask.getOrDefault(next, TaskNeed.ANY);
    device = known == TaskNeed.ANY ? device : known;
  }

  boolean isOver() {
    return outcome != null;
  }

  boolean runs() {
    return startNanos != NONE && !isOver();
  }

  /** Returns whether it computes; within a launch phase that is its think time. */
  boolean isThinking() {
    return activity == Activity.CPU;
  }

  boolean isWorking() {
    boolean asksAgain = isThinking() && current() instanceof Phase.Reserve;
    return !asksAgain
        && activity != null
        && activity != Activity.QUEUED
        && activity != Activity.WAITING;
  }

  boolean diesHere() {
    return what.fault().atPhase() == phase;
  }

  /** Starts, bound to a device or {@link TaskNeed#ANY}. */
  void start(long now, int boundTo) {
    startNanos = now;
    if (boundTo != TaskNeed.ANY) {
      place(boundTo);
    }
  }

  void over(long now, JobResult.Outcome how) {
    outcome = how;
    endNanos = now;
    become(now, Activity.OVER);
  }

  void kernelEnded(HostKernel kernel) {
    kernelsAlone += kernel.aloneNanos();
  }

  /** A kernel has ended that the job did not wait for as it began. */
  void startedEnded(HostKernel kernel, long nanos) {
    kernelEnded(kernel);
    inKernels += nanos;
  }

  /** Makes it wait for kernels that it has started: {@link #startedEnded} counts their time. */
  void synchronize() {
    synchronizing = true;
  }

  /** Changes what it does, and charges the time up to now to what it did. */
  void become(long now, Activity next) {
    if (activity == next) {
      return;
    }
    long passed = now - since;
    if (activity == Activity.WAITING) {
      waited += passed;
    } else if (activity == Activity.KERNEL && !synchronizing) {
      inKernels += passed;
    } else if (activity == Activity.COPY) {
      inCopies += passed;
    }
    synchronizing = false;
    activity = next;
    since = now;
    observer.activity(now, number, next);
  }

  /**
   * Returns what has become of it; if it is not over, up to now.
   *
   * @param otherwise its outcome if it is not over
   */
  JobResult result(long now, JobResult.Outcome otherwise) {
    return new JobResult(
        what.id(),
        what.application().name(),
        isOver() ? outcome : otherwise,
        device,
        List.copyOf(devices),
        what.arrivalNanos(),
        startNanos,
        endNanos,
        waited + (activity == Activity.WAITING ? now - since : 0),
        inKernels,
        kernelsAlone,
        inCopies);
  }
}
