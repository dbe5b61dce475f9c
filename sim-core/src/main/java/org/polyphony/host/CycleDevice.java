package org.polyphony.host;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.polyphony.engine.EventQueue;
import org.polyphony.gpu.DeviceControl;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.alloc.TwoWay;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.sm.WarpScheduling;
import org.polyphony.host.app.HostKernel;
import org.polyphony.multiprogram.MultiprogramRun;
import org.polyphony.multiprogram.OpenRun;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.preemption.Chimera;

/**
 * A device on which every launch runs cycle by cycle: for work of milliseconds. A kernel of the
 * host is one pass over the host program of a workload. A process that launches when all hardware
 * queues are taken waits its turn.
 *
 * <p>State per hardware queue: the process that uses it, and the one that used it last, which gets
 * it again if it can: its data may still be in L2. The device is due at its next cycle with work,
 * so that host and device go from event to event together.
 */
public final class CycleDevice implements GpuDevice {
  private static final int NONE = -1;

  private record Launched(int process, HostKernel kernel) {}

  private final Function<HostKernel, Workload> workloads;
  private final CoreClock clock;
  private final Gpu gpu;
  private final OpenRun run;
  private final int[] user; // by queue
  private final int[] lastUser; // by queue
  private final ArrayDeque<Launched> waiting = new ArrayDeque<>();
  private final ArrayDeque<Integer> ended = new ArrayDeque<>(); // processes
  private long next = DeviceControl.NEVER; // cycle with work
  private long reached; // time up to which it has run
  private int kernels;

  /**
   * Makes an idle device.
   *
   * @param shared the GPU and how processes share it
   * @param workloads what each kernel runs
   * @throws org.polyphony.input.InvalidInputException when the policy cannot work on this device
   */
  public CycleDevice(SharedGpu shared, Function<HostKernel, Workload> workloads) {
    this.workloads = workloads;
    this.clock = new CoreClock(shared.gpu().coreKhz());
    PartitionPolicy policy = shared.newPolicy();
    WarpScheduling scheduling =
        new WarpScheduling(
            SharedGpu.WARP_SCHEDULER,
            policy.kernelScheduler(SharedGpu.KERNEL_SCHEDULER),
            List.of());
    this.gpu = new Gpu(shared.gpu(), scheduling, shared.processes());
    this.run =
        new OpenRun(
            shared.gpu(),
            shared.processes(),
            policy,
            new OpenRun.Placement(
                RangeAllocators.of(TwoWay.NAME, shared.processes()),
                new Chimera(shared.gpu(), Chimera.LATENCY_LIMIT_MICROSECONDS)),
            new MultiprogramRun.Device(gpu.threadBlocks(), gpu, gpu.progress()));
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
  public void abort(long now, int process) {
    runUntil(now);
    boolean waited = waiting.removeIf(launched -> launched.process() == process);
    boolean had = ended.remove(process);
    for (int queue = 0; queue < user.length; queue++) {
      if (user[queue] == process) {
        user[queue] = NONE; // free once its thread blocks have left
        run.stop(wake(now), queue);
        had = true;
      }
    }
    kernels -= waited || had ? 1 : 0;
  }

  @Override
  public long due() {
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

  /** Returns the core cycles that the device has gone through. */
  public long cycles() {
    return gpu.cycle();
  }

  /** Returns the warp instructions that it has issued. */
  public long warpInstructions() {
    long sum = 0;
    for (int queue = 0; queue < user.length; queue++) {
      sum += gpu.progress().warpInstructions(queue);
    }
    return sum;
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
      int queue = freeQueue(waiting.element().process());
      if (queue == NONE) {
        return;
      }
      Launched launched = waiting.remove();
      user[queue] = launched.process();
      lastUser[queue] = launched.process();
      run.begin(wake(now), queue, workloads.apply(launched.kernel()));
    }
  }

  /** Returns the queue that the process used last, else the first free one that nobody used. */
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

  /** Lets the control act as soon as it can; returns the cycle. */
  private long wake(long now) {
    long cycle = gpu.wakeControl(clock.cycleAt(now));
    next = Math.min(next, cycle);
    return cycle;
  }
}
