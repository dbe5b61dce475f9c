package org.polyphony.host;

import org.polyphony.host.app.Phase;

/**
 * Executes phases on the machine: computation, copies, kernels and device memory. Requests to the
 * GPU scheduler are handled elsewhere.
 */
final class PhaseWork {
  private final JobState[] jobs;
  private final FifoJobs jobScheduler;
  private final SharedParts parts;
  private final KernelStreams streams;
  private final HostMachine machine;

  /** Status of a phase after its start. */
  enum Begun {
    /** Complete. */
    OVER,
    /** Will be completed by an event of a resource. */
    TAKES_TIME,
    /** Needs the GPU scheduler. */
    ASKS,
    /** The device is out of memory. */
    OUT_OF_MEMORY
  }

  /**
   * Creates the executor of a run.
   *
   * @param jobs states of the jobs
   * @param setup machine and schedulers
   * @param parts shared resources
   */
  PhaseWork(JobState[] jobs, HostSetup setup, SharedParts parts) {
    this.jobs = jobs;
    this.jobScheduler = setup.jobs();
    this.parts = parts;
    this.streams = new KernelStreams(jobs, parts);
    this.machine = setup.machine();
  }

  Begun begin(long now, int job, Phase phase) {
    if (phase instanceof Phase.Cpu cpu) {
      compute(now, job, cpu.nanos());
    } else if (phase instanceof Phase.Allocate allocate) {
      int device = deviceOf(job);
      boolean has = parts.memory.take(now, job, jobs[job].task, device, allocate.bytes());
      return has ? Begun.OVER : Begun.OUT_OF_MEMORY;
    } else if (phase instanceof Phase.Copy copy) {
      become(now, job, Activity.COPY);
      parts.links.copy(now, job, deviceOf(job), copy.toDevice(), copy.bytes());
    } else if (phase instanceof Phase.Launch launch) {
      jobs[job].launchesLeft = launch.launches();
      launch(now, job, launch);
    } else if (phase instanceof Phase.UseTask use) {
      jobs[job].use(use.task());
      return Begun.OVER;
    } else if (phase instanceof Phase.Start start) {
      streams.start(now, job, deviceOf(job), start.kernel());
      return Begun.OVER;
    } else if (phase instanceof Phase.Synchronize) {
      return synchronize(now, job);
    } else {
      if (phase instanceof Phase.Free free) {
        parts.memory.give(now, job, jobs[job].task, jobs[job].device, free.bytes());
      }
      return Begun.ASKS;
    }
    return Begun.TAKES_TIME;
  }

  private Begun synchronize(long now, int job) {
    if (streams.isIdle(job, deviceOf(job))) {
      return Begun.OVER;
    }
    become(now, job, Activity.KERNEL);
    jobs[job].synchronize();
    return Begun.TAKES_TIME;
  }

  /**
   * Handles the end of an asynchronous kernel.
   *
   * @return whether the job was waiting for it, and for no other
   */
  boolean startedEnded(long now, int job, int device) {
    streams.ended(now, job, device);
    return jobs[job].current() instanceof Phase.Synchronize && streams.isIdle(job, deviceOf(job));
  }

  /** Returns whether the kernel that has ended on a device was launched asynchronously. */
  boolean isStarted(int job, int device) {
    return !streams.isIdle(job, device);
  }

  void abort(long now, int job) {
    streams.abort(now, job);
    parts.abort(now, job, jobs[job].device);
  }

  /** Continues a launch phase after a kernel or its think time. */
  Begun continueLaunch(long now, int job, Phase.Launch launch) {
    if (jobs[job].isThinking()) {
      launch(now, job, launch);
      return Begun.TAKES_TIME;
    }
    jobs[job].kernelEnded(launch.kernel());
    if (--jobs[job].launchesLeft == 0) {
      return Begun.OVER;
    }
    if (launch.thinkNanos() > 0) {
      compute(now, job, launch.thinkNanos());
    } else {
      launch(now, job, launch);
    }
    return Begun.TAKES_TIME;
  }

  /** Starts a computation of the given time at the highest clock. */
  void compute(long now, int job, long nanos) {
    become(now, job, Activity.CPU);
    parts.cores.compute(now, job, nanos);
  }

  /** Changes a job's activity, and whether its cores are busy. */
  void become(long now, int job, Activity activity) {
    jobs[job].become(now, activity);
    boolean gpu = activity == Activity.COPY || activity == Activity.KERNEL;
    parts.cores.setBusy(
        now,
        job,
        jobScheduler.node(job),
        activity == Activity.CPU || (gpu && machine.cpu(jobScheduler.node(job)).spins()));
  }

  private void launch(long now, int job, Phase.Launch launch) {
    become(now, job, Activity.KERNEL);
    parts.launch(now, job, deviceOf(job), launch.kernel());
  }

  private int deviceOf(int job) {
    return jobs[job].deviceOr(machine.firstDevice(jobScheduler.node(job)));
  }
}
