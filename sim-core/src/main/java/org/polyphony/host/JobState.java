package org.polyphony.host;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;

/** The progress of a job and its accumulated times. */
final class JobState {
  /** What a job is waiting for. */
  enum Wait {
    NOTHING,
    START,
    REQUEST,
    RELEASE,
    END
  }

  private static final int NONE = -1;

  final Job what;
  int phase; // index of the current phase
  int launchesLeft; // in the current launch phase
  int device = TaskNeed.ANY; // of the current task, ANY before it is assigned
  int task; // current
  Wait wait = Wait.NOTHING;

  private final int number;
  private final HostObserver observer;
  private final Map<Integer, Integer> deviceOfTask = new HashMap<>(); // of all other tasks
  private final TreeSet<Integer> devices = new TreeSet<>(); // all it was assigned
  private JobResult.Outcome outcome; // null until it ends
  private boolean synchronizing; // waiting for asynchronous kernels
  private Activity activity; // null before it is submitted
  private long since; // start of the activity
  private long startNanos = NONE;
  private long endNanos = NONE;
  private long waited;
  private long inKernels;
  private long kernelsAlone;

  /** Creates the state of a job that has not been submitted. */
  JobState(int number, Job what, HostObserver observer) {
    this.number = number;
    this.what = what;
    this.observer = observer;
  }

  /** Returns the current phase, {@code null} after the last one. */
  Phase current() {
    List<Phase> phases = what.application().phases();
    return phase < phases.size() ? phases.get(phase) : null;
  }

  /** Returns its device; if it has none yet, assigns the given one. */
  int deviceOr(int first) {
    if (device == TaskNeed.ANY) {
      place(first); // as in CUDA
    }
    return device;
  }

  /** Assigns a device to the current task. */
  void place(int where) {
    device = where;
    devices.add(where);
  }

  /** Switches to another task, and to its device if it has one. */
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

  /** Returns whether it computes; in a launch phase, this is think time. */
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

  /** Starts it, bound to a device or {@link TaskNeed#ANY}. */
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

  /** Called when an asynchronous kernel has ended. */
  void startedEnded(HostKernel kernel, long nanos) {
    kernelEnded(kernel);
    inKernels += nanos;
  }

  /** Makes it wait for its asynchronous kernels; {@link #startedEnded} adds their time. */
  void synchronize() {
    synchronizing = true;
  }

  /** Changes its activity, and charges the elapsed time to the previous one. */
  void become(long now, Activity next) {
    if (activity == next) {
      return;
    }
    long passed = now - since;
    if (activity == Activity.WAITING) {
      waited += passed;
    } else if (activity == Activity.KERNEL && !synchronizing) {
      inKernels += passed;
    }
    synchronizing = false;
    activity = next;
    since = now;
    observer.activity(now, number, next);
  }

  /**
   * Returns its result, up to now if it has not ended.
   *
   * @param otherwise outcome if it has not ended
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
        kernelsAlone);
  }
}
