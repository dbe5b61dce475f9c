package org.polyphony.host.device;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.polyphony.gpu.DeviceListener;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.sm.issue.WarpScheduling;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.preemption.Chimera;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.simulation.MultiprogramRun;
import org.polyphony.simulation.OpenRun;

/**
 * A device that simulates every launch cycle by cycle, for work of milliseconds. A host kernel is
 * one pass through the host program of a workload. The device is due at its next cycle with work,
 * so host and device advance together from event to event.
 */
public final class CycleDevice implements GpuDevice {
  private static final int NONE = HardwareQueues.NONE;

  private final Function<HostKernel, Workload> workloads;
  private final CoreClock clock;
  private final Gpu gpu;
  private final OpenRun run;
  private final HardwareQueues queues;
  private final int queueCount;
  private final Map<Integer, Integer> priorities = new HashMap<>(); // by process
  private long next = DeviceControl.NEVER; // next cycle with work
  private long reached; // time simulated so far

  /**
   * Creates an idle device.
   *
   * @param shared the GPU and how processes share it
   * @param workloads the workload of each kernel
   * @throws org.polyphony.input.InvalidInputException if the policy does not support this device
   */
  public CycleDevice(SharedGpu shared, Function<HostKernel, Workload> workloads) {
    this(shared, workloads, new DeviceListener() {});
  }

  /** Creates an idle device that reports thread-block placement to a listener. */
  CycleDevice(SharedGpu shared, Function<HostKernel, Workload> workloads, DeviceListener watch) {
    this.workloads = workloads;
    this.clock = new CoreClock(shared.gpu().coreKhz());
    PartitionPolicy policy = shared.newPolicy();
    WarpScheduling scheduling =
        WarpSchedulers.scheduling(
            SharedGpu.WARP_SCHEDULER,
            PartitionPolicies.kernelScheduler(policy, SharedGpu.KERNEL_SCHEDULER));
    this.gpu = new Gpu(shared.gpu(), scheduling, shared.processes());
    gpu.listen(watch);
    this.run =
        new OpenRun(
            shared.gpu(),
            shared.processes(),
            policy,
            new OpenRun.SmSharing(
                RangeAllocators.of(RangeAllocators.TWO_WAY, shared.processes()),
                new Chimera(shared.gpu(), Chimera.LATENCY_LIMIT_MICROSECONDS)),
            MultiprogramRun.Device.of(gpu));
    this.queues = new HardwareQueues(shared.processes());
    this.queueCount = shared.processes();
  }

  @Override
  public void launch(long now, int process, HostKernel kernel) {
    runUntil(now);
    queues.launch(process, kernel);
    beginWaiting(now);
  }

  @Override
  public void setPriority(int process, int priority) {
    priorities.put(process, priority);
  }

  @Override
  public void abort(long now, int process) {
    runUntil(now);
    int queue = queues.abort(process); // reusable once its thread blocks have left
    if (queue != NONE) {
      run.stop(wake(now), queue);
    }
  }

  @Override
  public long nextWork() {
    if (queues.hasEnded()) {
      return reached;
    }
    return next == DeviceControl.NEVER ? EventQueue.NEVER : Math.max(reached, clock.timeOf(next));
  }

  @Override
  public int takeEnded(long now) {
    runUntil(now);
    return queues.takeEnded();
  }

  @Override
  public int kernels() {
    return queues.kernels();
  }

  /** Returns the core cycles simulated so far. */
  public long cycles() {
    return gpu.cycle();
  }

  /** Returns the warp instructions issued so far. */
  public long warpInstructions() {
    return IntStream.range(0, queueCount).mapToLong(gpu.progress()::warpInstructions).sum();
  }

  private void runUntil(long now) {
    reached = now;
    long limit = clock.cycleAt(now);
    while (next <= limit) {
      next = gpu.runUntil(next, run);
      for (int queue = run.takeEnded(); queue != NONE; queue = run.takeEnded()) {
        queues.end(queue);
      }
      beginWaiting(now);
    }
  }

  private void beginWaiting(long now) {
    for (HardwareQueues.Begun begun; (begun = queues.beginNext(run::isIdle)) != null; ) {
      int priority = priorities.getOrDefault(begun.process(), 0);
      run.begin(wake(now), begun.queue(), workloads.apply(begun.kernel()), priority);
    }
  }

  /** Schedules the control as early as possible; returns its cycle. */
  private long wake(long now) {
    long cycle = gpu.wakeControl(clock.cycleAt(now));
    next = Math.min(next, cycle);
    return cycle;
  }
}
