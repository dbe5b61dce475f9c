package org.polyphony.run.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.LoadedMachine;
import org.polyphony.config.SchedulerConfig;
import org.polyphony.host.FifoJobs;
import org.polyphony.host.FifoJobs.Claims;
import org.polyphony.host.GpuDevice;
import org.polyphony.host.GpuScheduler;
import org.polyphony.host.HostMachine;
import org.polyphony.host.HostRun;
import org.polyphony.host.HostSetup;
import org.polyphony.host.JobResult;
import org.polyphony.host.RateDevice;
import org.polyphony.host.SerialDevice;
import org.polyphony.host.TimeSlicing;
import org.polyphony.host.Unmanaged;
import org.polyphony.host.Utilisation;
import org.polyphony.host.WarpSharing;
import org.polyphony.host.app.Job;
import org.polyphony.host.broker.SchedGpu;
import org.polyphony.host.mgb.CoreToGpu;
import org.polyphony.host.mgb.EmulatedSms;
import org.polyphony.host.mgb.LeastWarps;
import org.polyphony.host.mgb.TaskScheduler;
import org.polyphony.workload.host.JobStream;

/** Runs the jobs of a host experiment under each of its schedulers. */
public final class HostRuns {
  private final HostExperiment experiment;
  private final List<Job> jobs;

  /**
   * Reads the job stream, if there is one.
   *
   * @param experiment what to run
   * @throws org.polyphony.input.InvalidInputException when the job stream is wrong
   */
  public HostRuns(HostExperiment experiment) {
    this.experiment = experiment;
    this.jobs =
        experiment
            .jobStream()
            .map(file -> JobStream.read(file, experiment.machine().machine()))
            .orElse(experiment.jobs());
  }

  /** Returns the jobs. */
  public List<Job> jobs() {
    return jobs;
  }

  /**
   * Runs all jobs under one scheduler.
   *
   * @param scheduler one of the experiment's
   */
  public HostOutcome run(SchedulerConfig scheduler) {
    HostMachine machine = experiment.machine().machine();
    Optional<SchedGpu> broker =
        scheduler.broker().map(config -> new SchedGpu(machine, config, jobs.size()));
    GpuScheduler gpus = broker.<GpuScheduler>map(b -> b).orElseGet(() -> gpus(scheduler));
    HostSetup setup =
        new HostSetup(
            machine, new FifoJobs(machine, claims(scheduler), jobs.size()), gpus, devices());
    HostOutcome outcome = run(scheduler.name(), setup, jobs, experiment.windowNanos());
    return outcome.named(scheduler.id()).with(broker.map(SchedGpu::counters));
  }

  /**
   * Runs jobs and records what they do.
   *
   * @param scheduler name of what decides
   * @param setup what they run on; serves this run only
   * @param jobs in the order of their arrival
   * @param windowNanos over which utilisation is averaged
   */
  public static HostOutcome run(
      String scheduler, HostSetup setup, List<Job> jobs, long windowNanos) {
    Recorders recorders =
        new Recorders(new Utilisation(setup.machine(), windowNanos), new ActivityLog(jobs.size()));
    HostRun run = new HostRun(setup, jobs, recorders);
    List<JobResult> results = run.run();
    return new HostOutcome(
        scheduler,
        scheduler,
        results,
        run.end(),
        recorders.utilisation(),
        recorders.log().intervals(run.end()),
        Optional.empty());
  }

  private GpuScheduler gpus(SchedulerConfig scheduler) {
    HostMachine machine = experiment.machine().machine();
    int devices = machine.devices();
    return switch (scheduler.name()) {
      case CoreToGpu.SINGLE_ASSIGNMENT -> new CoreToGpu(devices, 1);
      case CoreToGpu.NAME -> new CoreToGpu(devices, (scheduler.workers() - 1) / devices + 1);
      case EmulatedSms.NAME -> new TaskScheduler(new EmulatedSms(machine), devices);
      case LeastWarps.NAME -> new TaskScheduler(new LeastWarps(machine), devices);
      default -> new Unmanaged();
    };
  }

  private static Claims claims(SchedulerConfig scheduler) {
    if (SchedulerConfig.MGB.contains(scheduler.name())) {
      return new Claims(Claims.UNLIMITED, scheduler.workers(), false, false, false, false);
    }
    boolean shares = scheduler.name().equals(SchedulerConfig.SHARES);
    boolean memory = shares || scheduler.name().equals(SchedulerConfig.PACKED);
    return new Claims(scheduler.slotsPerGpu(), Claims.UNLIMITED, memory, shares, true, true);
  }

  private List<GpuDevice> devices() {
    LoadedMachine loaded = experiment.machine();
    List<GpuDevice> devices = new ArrayList<>();
    for (int device = 0; device < loaded.machine().devices(); device++) {
      devices.add(device(loaded, device));
    }
    return devices;
  }

  private static GpuDevice device(LoadedMachine loaded, int device) {
    return switch (loaded.sharing().get(device % loaded.sharing().size())) {
      case WHOLE_KERNELS -> new SerialDevice();
      case TIME_SLICES -> new RateDevice(new TimeSlicing());
      case MPS -> new RateDevice(new WarpSharing(loaded.machine().gpu(device)));
    };
  }
}
