package org.polyphony.host;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.broker.BrokerConfig;
import org.polyphony.host.broker.NotificationPolicies;
import org.polyphony.host.device.GpuDevice;
import org.polyphony.host.device.ProgressModel;
import org.polyphony.host.device.RateDevice;

/** Machines and runs of tests. */
public final class HostFixture {
  /** Up to eight jobs, each with a slot on a device. */
  public static final FifoJobs.Claims EIGHT = new FifoJobs.Claims(8, 8, false, false, false, true);

  /** A broker whose stages take no time. */
  public static final BrokerConfig BROKER =
      new BrokerConfig(
          NotificationPolicies.FIFO,
          BrokerConfig.Access.FILE_LOCK,
          BrokerConfig.StageCosts.NONE,
          50,
          BrokerConfig.Faults.NONE);

  private HostFixture() {}

  /** Makes a node of one socket whose links move a byte a nanosecond. */
  public static HostMachine node(int cores, HostMachine.HostGpu... gpus) {
    HostMachine.Pcie pcie = new HostMachine.Pcie(1_000_000_000, 0, 1_000_000_000);
    return new HostMachine(1, new HostMachine.Cpu(1, cores, List.of(), true), pcie, List.of(gpus));
  }

  /** Makes a device of 4 SMs, each with room for 8 warps in 3 thread blocks. */
  public static HostMachine.HostGpu gpu(long bytes) {
    return new HostMachine.HostGpu("test", bytes, 4, 8, 3);
  }

  public static RateDevice timeSliced() {
    return new RateDevice(ProgressModel.timeSlices());
  }

  /** Makes a device whose kernels slow each other down if their warps do not fit on it together. */
  public static RateDevice byWarps(HostMachine.HostGpu gpu) {
    return new RateDevice(
        kernels -> {
          long asked = kernels.stream().mapToLong(k -> Math.min(k.warps(), gpu.warps())).sum();
          double[] progress = new double[kernels.size()];
          Arrays.fill(progress, Math.min(1, (double) gpu.warps() / asked));
          return progress;
        });
  }

  /** Makes a run of jobs on devices of one kind. */
  public static HostRun of(
      HostMachine machine,
      FifoJobs.Claims claims,
      GpuScheduler scheduler,
      Supplier<GpuDevice> device,
      HostObserver observer,
      List<Job> jobs) {
    List<GpuDevice> devices = Stream.generate(device).limit(machine.devices()).toList();
    FifoJobs queue = new FifoJobs(machine, claims, jobs.size());
    return new HostRun(new HostSetup(machine, queue, scheduler, devices), jobs, observer);
  }

  /** Asks for memory of a device, for ever. */
  public static Phase reserve(int device, long bytes) {
    return new Phase.Reserve(new TaskNeed(bytes, 0, 0, device, 0), Phase.FOREVER, 0);
  }

  /** Makes a job of phases that begins at once. */
  public static Job job(String id, int cores, Phase... phases) {
    return new Job(id, Application.of("app", List.of(phases)), 0, cores, 0, Fault.NONE);
  }

  /** Notes device and bytes of memory as they change. */
  public static HostObserver memoryLog(List<String> log) {
    return new HostObserver() {
      @Override
      public void memory(long now, int device, long bytes) {
        log.add(device + ":" + bytes);
      }
    };
  }

  public static List<Long> ends(List<JobResult> results) {
    return results.stream().map(JobResult::endNanos).toList();
  }

  public static List<JobResult.Outcome> outcomes(List<JobResult> results) {
    return results.stream().map(JobResult::outcome).toList();
  }
}
