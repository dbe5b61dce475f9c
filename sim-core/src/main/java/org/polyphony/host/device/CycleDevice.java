package org.polyphony.host.device;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
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
 *
 * <p>A process occupies a hardware queue while it has a kernel on the device; if all are occupied,
 * a launch waits. State per queue: its current process, and its last one, which gets the queue
 * again if possible, because its data may still be in L2.
 */
public final class CycleDevice implements GpuDevice {
  private static final int NONE = EventQueue.NONE;

  private final Function<HostKernel, Workload> workloads;
  private final CoreClock clock;
  private final Gpu gpu;
  private final OpenRun run;
  private final int[] user; // by queue
  private final int[] lastUser; // by queue
  private final ArrayDeque<Launched> waiting = new ArrayDeque<>();
  private final ArrayDeque<Integer> ended = new ArrayDeque<>(); // processes
  private int kernels; // launched and not yet taken
  private final Map<Integer, Integer> priorities = new HashMap<>(); // by process
  private long next = DeviceControl.NEVER; // next cycle with work
  private long reached; // time simulated so far

  private record Launched(int process, HostKernel kernel) {}

  /**
   * Creates an idle device.
   *
   * @param shared the GPU and how processes share it
   * @param workloads the workload of each kernel
   * @throws org.polyphony.input.InvalidInputException if the policy does not support this device
   */
  public CycleDevice(SharedGpu shared, Function<HostKernel, Workload> workloads) {
    this.workloads = workloads;
    this.clock = new CoreClock(shared.gpu().coreKhz());
    PartitionPolicy policy = shared.newPolicy();
    WarpScheduling scheduling =
        WarpSchedulers.scheduling(
            SharedGpu.WARP_SCHEDULER,
            PartitionPolicies.kernelScheduler(policy, SharedGpu.KERNEL_SCHEDULER));
    this.gpu = new Gpu(shared.gpu(), scheduling, shared.processes());
    this.run =
        new OpenRun(
            shared.gpu(),
            shared.processes(),
            policy,
            new OpenRun.SmSharing(
                RangeAllocators.of(RangeAllocators.TWO_WAY, shared.processes()),
                new Chimera(shared.gpu(), Chimera.LATENCY_LIMIT_MICROSECONDS)),
            MultiprogramRun.Device.of(gpu));
    this.user = new int[shared.processes()];
    this.lastUser = new int[shared.processes()];
    Arrays.fill(user, NONE);
    Arrays.fill(lastUser, NONE);
  }

  @Override
  public void launch(long now, int process, HostKernel kernel) {
    runUntil(now);
    kernels++;
    waiting.add(new Launched(process, kernel));
    beginWaiting(now);
  }

  @Override
  public void setPriority(int process, int priority) {
    priorities.put(process, priority);
  }

  @Override
  public void abort(long now, int process) {
    runUntil(now);
    boolean had = waiting.removeIf(launched -> launched.process() == process);
    had |= ended.remove(process);
    for (int queue = 0; queue < user.length; queue++) {
      if (user[queue] == process) {
        user[queue] = NONE; // reusable once its thread blocks have left
        run.stop(wake(now), queue);
        had = true;
      }
    }
    kernels -= had ? 1 : 0;
  }

  @Override
  public long nextWork() {
    if (!ended.isEmpty()) {
      return reached;
    }
    return next == DeviceControl.NEVER ? EventQueue.NEVER : Math.max(reached, clock.timeOf(next));
  }

  @Override
  public int takeEnded(long now) {
    runUntil(now);
    if (ended.isEmpty()) {
      return NONE;
    }
    kernels--;
    return ended.remove();
  }

  @Override
  public int kernels() {
    return kernels;
  }

  /** Returns the core cycles simulated so far. */
  public long cycles() {
    return gpu.cycle();
  }

  /** Returns the warp instructions issued so far. */
  public long warpInstructions() {
    return IntStream.range(0, user.length).mapToLong(gpu.progress()::warpInstructions).sum();
  }

  private void runUntil(long now) {
    reached = now;
    long limit = clock.cycleAt(now);
    while (next <= limit) {
      next = gpu.runUntil(next, run);
      for (int queue = run.takeEnded(); queue != NONE; queue = run.takeEnded()) {
        ended.add(user[queue]);
        user[queue] = NONE;
      }
      beginWaiting(now);
    }
  }

  private void beginWaiting(long now) {
    while (!waiting.isEmpty()) {
      int process = waiting.element().process();
      int queue = freeQueue(process);
      if (queue == NONE) {
        return;
      }
      user[queue] = process;
      lastUser[queue] = process;
      Workload workload = workloads.apply(waiting.remove().kernel());
      run.begin(wake(now), queue, workload, priorities.getOrDefault(process, 0));
    }
  }

  /** Returns the queue that the process used last, else the first free one never used. */
  private int freeQueue(int process) {
    int free = NONE;
    for (int queue = 0; queue < user.length; queue++) {
      boolean isFree = user[queue] == NONE && run.isIdle(queue);
      if (isFree && lastUser[queue] == process) {
        return queue;
      }
      boolean isBetter = free == NONE || (lastUser[free] != NONE && lastUser[queue] == NONE);
      free = isFree && isBetter ? queue : free;
    }
    return free;
  }

  /** Schedules the control as early as possible; returns its cycle. */
  private long wake(long now) {
    long cycle = gpu.wakeControl(clock.cycleAt(now));
    next = Math.min(next, cycle);
    return cycle;
  }
}
