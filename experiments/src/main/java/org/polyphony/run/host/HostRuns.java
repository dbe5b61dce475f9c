package org.polyphony.run.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.SchedulerConfig;
import org.polyphony.gpu.NoProgressException;
import org.polyphony.host.Activity;
import org.polyphony.host.FifoJobs;
import org.polyphony.host.FifoJobs.Claims;
import org.polyphony.host.GpuScheduler;
import org.polyphony.host.HostMachine;
import org.polyphony.host.HostRun;
import org.polyphony.host.HostSetup;
import org.polyphony.host.Unmanaged;
import org.polyphony.host.Utilisation;
import org.polyphony.host.app.Job;
import org.polyphony.host.broker.SchedGpu;
import org.polyphony.host.device.GpuDevice;
import org.polyphony.host.device.RateDevice;
import org.polyphony.host.mgb.CoreToGpu;
import org.polyphony.host.mgb.EmulatedSms;
import org.polyphony.host.mgb.LeastWarps;
import org.polyphony.host.mgb.Placement;
import org.polyphony.host.mgb.TaskScheduler;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Progress;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.usercode.UserCodeException;
import org.polyphony.usercode.UserGuard;
import org.polyphony.usercode.WatchedThread;
import org.polyphony.workload.host.JobStream;

/** Runs the jobs of a host experiment under each of its schedulers. */
public final class HostRuns {
  private final HostExperiment experiment;
  private final HostDevices devices;
  private final HostTools tools;
  private List<Job> jobs;
  private boolean isMeasured;

  /**
   * Reads the job stream, if there is one, and opens the workloads of kernels.
   *
   * @param experiment what to run
   * @param tools what it works with
   * @throws org.polyphony.input.InvalidInputException when the job stream or a workload is wrong
   */
  public HostRuns(HostExperiment experiment, HostTools tools) {
    this.experiment = experiment;
    this.tools = tools;
    this.devices = new HostDevices(experiment, tools);
    this.jobs =
        experiment
            .jobStream()
            .map(
                file ->
                    JobStream.read(
                        file, experiment.machine().machine(), experiment.schedulers().size()))
            .orElse(experiment.jobs());
  }

  /**
   * Returns the policies of an experiment that may be the user's own, by their names or classes.
   *
   * @param experiment any
   */
  public static List<String> policies(HostExperiment experiment) {
    List<String> names = new ArrayList<>();
    for (SchedulerConfig scheduler : experiment.schedulers()) {
      names.add(scheduler.placement());
      scheduler
          .broker()
          .ifPresent(broker -> names.add(UserGuard.classOf(broker.policy()).getName()));
    }
    return names;
  }

  public List<Job> jobs() {
    return jobs;
  }

  /**
   * Runs all jobs under each scheduler of the experiment until a stop.
   *
   * @throws SimulationFailure when a cycle-level device makes no forward progress; with the results
   *     of the other schedulers when a user's policy fails
   */
  public HostResults run() {
    List<HostOutcome> outcomes = new ArrayList<>();
    List<SimulationFailure> failures = new ArrayList<>();
    try {
      for (SchedulerConfig scheduler : experiment.schedulers()) {
        if (!tools.stop().isRequested()) {
          runOrFail(scheduler, outcomes, failures);
        }
      }
    } catch (CancellationException e) {
      // Kernels were being measured alone, before the first run.
    }
    boolean isWhole = outcomes.size() == experiment.schedulers().size();
    HostResults results =
        new HostResults(outcomes, !isWhole || outcomes.stream().anyMatch(HostOutcome::isPartial));
    if (!failures.isEmpty()) {
      throw SimulationFailure.leaving(results, failures.get(0).getMessage(), failures.get(0));
    }
    return results;
  }

  /** The schedulers after one whose policy fails still run. */
  private void runOrFail(
      SchedulerConfig scheduler, List<HostOutcome> outcomes, List<SimulationFailure> failures) {
    try {
      outcomes.add(run(scheduler));
    } catch (SimulationFailure e) {
      if (!(e.getCause() instanceof UserCodeException)) {
        throw e;
      }
      failures.add(e);
    }
  }

  /**
   * Runs all jobs under one scheduler; before the first run, kernels that are given by workloads
   * are measured alone.
   *
   * @param scheduler one of the experiment's
   * @throws SimulationFailure when a cycle-level device makes no forward progress
   * @return a partial one after a stop
   * @throws CancellationException after a stop before the run has begun
   */
  public HostOutcome run(SchedulerConfig scheduler) {
    try {
      if (!isMeasured) {
        jobs = devices.measured(jobs);
        isMeasured = true;
      }
      return run(scheduler, devices.make());
    } catch (NoProgressException e) {
      throw new SimulationFailure("no progress", String.valueOf(e.getMessage()), e);
    }
  }

  /** Runs all jobs under one scheduler on devices that serve this run only. */
  private HostOutcome run(SchedulerConfig scheduler, List<GpuDevice> on) {
    HostMachine machine = experiment.machine().machine();
    Optional<SchedGpu> broker =
        scheduler.broker().map(config -> new SchedGpu(machine, config, jobs.size()));
    GpuScheduler gpus = broker.<GpuScheduler>map(b -> b).orElseGet(() -> gpus(scheduler));
    FifoJobs queue = new FifoJobs(machine, claims(scheduler), jobs.size());
    HostSetup setup = new HostSetup(machine, queue, gpus, on);
    tools.progress().begin(scheduler.id() + ": " + jobs.size() + " jobs");
    Recorder recorder =
        new Recorder(machine, experiment.windowNanos(), jobs.size(), tools.progress());
    HostRun run = new HostRun(setup, managed(scheduler), recorder);
    try {
      WatchedThread.watch(
          () -> {
            run.runWhile(() -> !tools.stop().isRequested());
            return run;
          });
    } catch (CancellationException e) {
      // A co-run was being measured.
    } catch (UserCodeException e) {
      throw new SimulationFailure(scheduler.id() + ": " + e.getMessage(), "", e);
    } catch (InvalidInputException e) {
      throw new InvalidInputException(scheduler.id() + ": " + e.getMessage(), e);
    }
    return new HostOutcome(
        scheduler.id(),
        scheduler.name(),
        run.results(),
        run.end(),
        recorder,
        recorder.log.intervals(run.end()),
        broker.map(SchedGpu::counters),
        IntStream.range(0, jobs.size()).mapToObj(job -> queuedNanos(job, on)).toList());
  }

  private static long queuedNanos(int job, List<GpuDevice> on) {
    return on.stream()
        .filter(RateDevice.class::isInstance)
        .mapToLong(device -> ((RateDevice) device).queuedNanos(job))
        .sum();
  }

  private List<Job> managed(SchedulerConfig scheduler) {
    long memory = experiment.machine().machine().minMemoryBytes();
    return scheduler.broker().isEmpty()
        ? jobs
        : jobs.stream().map(job -> scheduler.implicit().managed(job, memory)).toList();
  }

  private GpuScheduler gpus(SchedulerConfig scheduler) {
    HostMachine machine = experiment.machine().machine();
    int gpus = machine.devices();
    return switch (scheduler.name()) {
      case CoreToGpu.SINGLE_ASSIGNMENT -> new CoreToGpu(gpus, 1);
      case CoreToGpu.NAME -> new CoreToGpu(gpus, (scheduler.workers() - 1) / gpus + 1);
      case EmulatedSms.NAME, LeastWarps.NAME, SchedulerConfig.OWN_PLACEMENT ->
          new TaskScheduler(
              Placement.create(
                  scheduler.placement(), machine.withMemoryAtMost(scheduler.memoryBytes())),
              gpus,
              scheduler.periodNanos());
      default -> new Unmanaged();
    };
  }

  private static Claims claims(SchedulerConfig scheduler) {
    if (SchedulerConfig.MGB.contains(scheduler.name())) {
      return Claims.workers(scheduler.workers());
    }
    boolean shares = scheduler.name().equals(SchedulerConfig.SHARES);
    boolean memory = SchedulerConfig.BY_PEAK.contains(scheduler.name());
    return new Claims(
        scheduler.slotsPerGpu(), Claims.UNLIMITED, memory, shares, scheduler.spreads(), true);
  }

  /** Records a run, and shows how many of its jobs are over. */
  private static final class Recorder extends Utilisation {
    final ActivityLog log;
    private final int jobs;
    private final Progress progress;
    private int over;

    Recorder(HostMachine machine, long windowNanos, int jobs, Progress progress) {
      super(machine, windowNanos);
      this.log = new ActivityLog(jobs);
      this.jobs = jobs;
      this.progress = progress;
    }

    @Override
    public void activity(long now, int job, Activity activity) {
      log.activity(now, job, activity);
      if (activity == Activity.OVER) {
        over++;
        progress.note(over + " of " + jobs + " jobs finished");
        progress.update((double) over / jobs, 0, 0);
      }
    }
  }
}
