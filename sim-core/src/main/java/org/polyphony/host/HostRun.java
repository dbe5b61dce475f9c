package org.polyphony.host;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.time.EventQueue;
import org.polyphony.input.InvalidInputException;

/**
 * Discrete-event simulation of jobs on a machine: each job is submitted, started by the job
 * scheduler, and executes its phases on shared resources.
 *
 * <p>Event ids, in order: job arrivals; job crashes at a given time; sockets, links and devices;
 * the GPU scheduler. Times are in nanoseconds.
 */
public final class HostRun {
  private static final long MOST_NANOS = 1_000_000_000_000_000_000L; // sums of times fit 64 bits
  private static final int FUTILE_RETRIES = 100; // per job, before a livelock check

  private final JobState[] jobs;
  private final FifoJobs jobScheduler;
  private final GpuScheduler gpuScheduler;
  private final SharedParts parts;
  private final PhaseWork work;
  private final EventQueue queue;
  private final int firstPart; // event ids
  private final int schedulerEvent;
  private long lastOver; // time at which the last job ended
  private boolean ended;
  private long futileRetries; // since a job last started, progressed or ended
  private boolean stuck; // livelock: only futile retries remain

  /**
   * Creates a run.
   *
   * @param setup the machine and its schedulers
   * @param jobs in arrival order
   * @param observer of the run
   */
  public HostRun(HostSetup setup, List<Job> jobs, HostObserver observer) {
    HostMachine machine = setup.machine();
    this.jobs = new JobState[jobs.size()];
    Arrays.setAll(this.jobs, job -> new JobState(job, jobs.get(job), observer));
    this.jobScheduler = setup.jobs();
    this.gpuScheduler = setup.gpus();
    this.firstPart = 2 * jobs.size();
    this.schedulerEvent = firstPart + SharedParts.events(machine);
    this.queue = new EventQueue(schedulerEvent + 1);
    this.parts = new SharedParts(setup, jobs.size(), observer, queue, firstPart);
    this.work = new PhaseWork(this.jobs, setup, parts);
  }

  /**
   * Runs until no event is pending.
   *
   * @return the result of each job, in order
   */
  public List<JobResult> run() {
    runWhile(() -> true);
    return results();
  }

  /**
   * Runs until no event is pending, only futile retries remain, or {@code shouldContinue} stops it.
   *
   * @param shouldContinue checked before each event
   * @throws InvalidInputException if the run exceeds {@value #MOST_NANOS} nanoseconds
   */
  public void runWhile(BooleanSupplier shouldContinue) {
    for (int job = 0; job < jobs.length; job++) {
      queue.schedule(job, jobs[job].what.arrivalNanos());
    }
    queue.schedule(schedulerEvent, gpuScheduler.nextWork());
    while (!queue.isEmpty() && !stuck && shouldContinue.getAsBoolean()) {
      int event = queue.poll();
      if (queue.now() > MOST_NANOS) {
        throw new InvalidInputException("work for more than 1000000000 s of simulated time");
      }
      handle(queue.now(), event);
    }
    ended = queue.isEmpty() || stuck;
  }

  /**
   * Returns the result of each job, in order; {@link JobResult.Outcome#UNFINISHED} for jobs that
   * had not ended when the run was stopped, even by an exception of a device.
   */
  public List<JobResult> results() {
    JobResult.Outcome otherwise = ended ? JobResult.Outcome.HUNG : JobResult.Outcome.UNFINISHED;
    return Arrays.stream(jobs).map(job -> job.result(queue.now(), otherwise)).toList();
  }

  /** Returns the end time of the last job; if a job has not ended, the time of the last event. */
  public long end() {
    return Arrays.stream(jobs).allMatch(JobState::isOver) ? lastOver : queue.now();
  }

  private void handle(long now, int event) {
    if (event < jobs.length) {
      jobs[event].become(now, Activity.QUEUED);
      jobScheduler.submit(event, jobs[event].what);
      startJobs(now);
    } else if (event < firstPart) {
      die(now, event - jobs.length, JobResult.Outcome.CRASHED, false);
    } else if (event < schedulerEvent) {
      partDone(now, event);
    } else {
      gpuScheduler.act(now);
    }
    takeReplies(now);
  }

  private void startJobs(long now) {
    for (int job = jobScheduler.next(); job != FifoJobs.NONE; job = jobScheduler.next()) {
      Job what = jobs[job].what;
      jobs[job].start(now, jobScheduler.device(job));
      parts.setPriority(job, what.requestDefaults().priority());
      futileRetries = 0;
      parts.cores.take(job, jobScheduler.node(job), what.cores());
      if (what.fault().atNanos() != Fault.NEVER) {
        queue.schedule(jobs.length + job, now + what.fault().atNanos());
      }
      await(now, job, JobState.Wait.START);
      gpuScheduler.start(now, job, what, jobs[job].device);
    }
  }

  private void await(long now, int job, JobState.Wait wait) {
    jobs[job].wait = wait;
    work.become(now, job, Activity.WAITING);
  }

  private void die(long now, int job, JobResult.Outcome outcome, boolean inCriticalSection) {
    if (!jobs[job].runs()) {
      return;
    }
    work.abort(now, job);
    gpuScheduler.died(now, job, inCriticalSection);
    over(now, job, outcome);
  }

  private void over(long now, int job, JobResult.Outcome outcome) {
    futileRetries = 0;
    jobs[job].wait = JobState.Wait.NOTHING;
    parts.memory.giveAll(now, job, jobs[job].device);
    jobs[job].over(now, outcome);
    parts.cores.release(now, job, jobScheduler.node(job));
    queue.cancel(jobs.length + job);
    lastOver = now;
    jobScheduler.ended(job);
    startJobs(now);
  }

  /** Executes phases until one takes time or the job ends. */
  private void executePhases(long now, int job) {
    while (!jobs[job].isOver()) {
      Phase phase = jobs[job].current();
      if (jobs[job].diesHere()) {
        dieAt(now, job, phase);
        return;
      }
      if (phase == null) {
        await(now, job, JobState.Wait.END);
        gpuScheduler.end(now, job);
        return;
      }
      switch (work.begin(now, job, phase)) {
        case OVER -> jobs[job].phase++;
        case OUT_OF_MEMORY -> die(now, job, JobResult.Outcome.OUT_OF_MEMORY, false);
        case ASKS -> {
          ask(now, job, phase);
          return;
        }
        case TAKES_TIME -> {
          return;
        }
      }
    }
  }

  private void dieAt(long now, int job, Phase phase) {
    boolean inside = jobs[job].what.fault().inCriticalSection();
    if (inside) {
      ask(now, job, phase);
    }
    die(now, job, JobResult.Outcome.CRASHED, inside);
  }

  private void ask(long now, int job, Phase phase) {
    if (phase instanceof Phase.Reserve reserve) {
      await(now, job, JobState.Wait.REQUEST);
      gpuScheduler.request(now, job, jobs[job].task, reserve.task(), reserve.timeoutNanos());
    } else if (phase instanceof Phase.Free free) {
      await(now, job, JobState.Wait.RELEASE);
      gpuScheduler.release(now, job, jobs[job].task, free.reservedBytes(), free.endsTask());
    }
  }

  private void partDone(long now, int event) {
    int device = parts.deviceOf(event);
    for (int job; (job = parts.takeDone(now, event)) != EventQueue.NONE; ) {
      Phase phase = jobs[job].current();
      if (work.isStarted(job, device)) {
        if (work.startedEnded(now, job, device)) {
          next(now, job);
        }
      } else if (phase instanceof Phase.Launch launch) {
        if (work.continueLaunch(now, job, launch) == PhaseWork.Begun.OVER) {
          next(now, job);
        }
      } else if (phase instanceof Phase.Reserve reserve) {
        ask(now, job, reserve); // retry
      } else {
        next(now, job);
      }
    }
  }

  private void next(long now, int job) {
    futileRetries = 0;
    jobs[job].phase++;
    executePhases(now, job);
  }

  private void takeReplies(long now) {
    for (GpuScheduler.Reply reply; (reply = gpuScheduler.takeReply()) != null; ) {
      answered(now, reply);
    }
    queue.schedule(schedulerEvent, gpuScheduler.nextWork());
  }

  private void answered(long now, GpuScheduler.Reply reply) {
    int job = reply.process();
    JobState.Wait wait = jobs[job].wait;
    jobs[job].wait = JobState.Wait.NOTHING;
    if (jobs[job].isOver()) {
      return;
    }
    if (reply.device() != TaskNeed.ANY) {
      jobs[job].place(reply.device());
    }
    if (reply.answer() != GpuScheduler.Answer.DONE) {
      refused(now, job, reply.answer());
    } else if (wait == JobState.Wait.END) {
      over(now, job, JobResult.Outcome.FINISHED);
    } else if (wait == JobState.Wait.START) {
      executePhases(now, job);
    } else {
      next(now, job);
    }
  }

  private void refused(long now, int job, GpuScheduler.Answer answer) {
    if (answer.isRetryable()
        && jobs[job].current() instanceof Phase.Reserve reserve
        && reserve.retryNanos() > 0) {
      work.compute(now, job, reserve.retryNanos());
      if (++futileRetries > (long) FUTILE_RETRIES * jobs.length) {
        stuck = !canProgress(now);
        futileRetries = 0;
      }
    } else if (answer == GpuScheduler.Answer.NOT_RESERVED) {
      next(now, job); // an error code, which programs usually ignore
    } else {
      boolean late = answer == GpuScheduler.Answer.TIMED_OUT;
      die(now, job, late ? JobResult.Outcome.TIMED_OUT : JobResult.Outcome.REFUSED, false);
    }
  }

  /** Returns whether a job has yet to arrive or crash, or does anything except request and wait. */
  private boolean canProgress(long now) {
    for (int job = 0; job < jobs.length; job++) {
      boolean isToCome = jobs[job].what.arrivalNanos() > now;
      boolean isToDie = queue.timeOf(jobs.length + job) != EventQueue.NEVER;
      if (isToCome || isToDie || (!jobs[job].isOver() && jobs[job].isWorking())) {
        return true;
      }
    }
    return false;
  }
}
