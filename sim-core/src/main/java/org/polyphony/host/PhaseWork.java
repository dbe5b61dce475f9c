package org.polyphony.host;

import org.polyphony.host.app.Phase;

/**
 * What phases are on the machine: work of a core, a copy, a kernel, device memory. Requests to the
 * GPU scheduler are not among it.
 */
final class PhaseWork {
  private final JobTable jobs;
  private final JobScheduler jobScheduler;
  private final SharedParts parts;
  private final boolean spins;
  private final int gpusPerNode;

  /** What has become of a phase that was begun. */
  enum Begun {
    /** It is over. */
    OVER,
    /** A part of the machine will say when it is. */
    TAKES_TIME,
    /** The GPU scheduler has to be asked. */
    ASKS,
    /** The device had no memory left for it. */
    OUT_OF_MEMORY
  }

  /**
   * Makes the work of a run.
   *
   * @param jobs where they are
   * @param setup on which node they run
   * @param parts what they share
   */
  PhaseWork(JobTable jobs, HostSetup setup, SharedParts parts) {
    this.jobs = jobs;
    this.jobScheduler = setup.jobs();
    this.parts = parts;
    this.spins = setup.machine().cpu().spins();
    this.gpusPerNode = setup.machine().gpus().size();
  }

  /** Begins the phase that a job is in. */
  Begun begin(long now, int job, Phase phase) {
    if (phase instanceof Phase.Cpu cpu) {
      compute(now, job, cpu.nanos());
    } else if (phase instanceof Phase.Allocate allocate) {
      boolean has = parts.memory().take(now, job, deviceOf(job), allocate.bytes());
      return has ? Begun.OVER : Begun.OUT_OF_MEMORY;
    } else if (phase instanceof Phase.Copy copy) {
      become(now, job, Activity.COPY);
      parts.copy(now, job, deviceOf(job), copy.toDevice(), copy.bytes());
    } else if (phase instanceof Phase.Launch launch) {
      jobs.launchesLeft[job] = launch.launches();
      launch(now, job, launch);
    } else {
      if (phase instanceof Phase.Free free) {
        parts.memory().give(now, job, jobs.device[job], free.bytes());
      }
      return Begun.ASKS;
    }
    return Begun.TAKES_TIME;
  }

  /** Goes on with a launch phase when a kernel or the time behind it is over. */
  Begun goOn(long now, int job, Phase.Launch launch) {
    if (jobs.isThinking(job)) {
      launch(now, job, launch);
      return Begun.TAKES_TIME;
    }
    jobs.kernelEnded(job, launch.kernel());
    if (--jobs.launchesLeft[job] == 0) {
      return Begun.OVER;
    }
    if (launch.thinkNanos() > 0) {
      compute(now, job, launch.thinkNanos());
    } else {
      launch(now, job, launch);
    }
    return Begun.TAKES_TIME;
  }

  /** Computes for a time at the highest clock. */
  void compute(long now, int job, long nanos) {
    become(now, job, Activity.CPU);
    parts.compute(now, job, nanos);
  }

  /** Changes what a job does, and whether its cores are busy. */
  void become(long now, int job, Activity activity) {
    jobs.become(now, job, activity);
    boolean gpu = activity == Activity.COPY || activity == Activity.KERNEL;
    parts.setBusy(now, job, jobScheduler.node(job), activity == Activity.CPU || (gpu && spins));
  }

  private void launch(long now, int job, Phase.Launch launch) {
    become(now, job, Activity.KERNEL);
    parts.launch(now, deviceOf(job), job, launch.kernel());
  }

  private int deviceOf(int job) {
    return jobs.deviceOr(job, jobScheduler.node(job) * gpusPerNode);
  }
}
