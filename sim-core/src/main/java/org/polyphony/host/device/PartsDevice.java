package org.polyphony.host.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.polyphony.host.app.HostKernel;

/**
 * A device whose launches have parts of its places for thread blocks: all of them in turns, or some
 * each. For work of seconds to hours, as {@link RateDevice}, but it keeps what a partition policy
 * makes of launches: of two equal jobs one is served before the other, and its CPU time then lies
 * beside the other's kernel; a launch whose last thread blocks have places is not moved any more,
 * however many there are; one that takes little of the device leaves the rest to others.
 *
 * <p>Before its last thread blocks, one for each place, a launch gets on with the share of the
 * parts that are its own and empty. Then each part is taken for as long as alone, in the order in
 * which parts become empty. Thread blocks are slower, or faster, than alone with the share of the
 * parts that others are on.
 *
 * <p>State: the parts and whose they are; per hardware queue its launch, its speed when others have
 * the rest of the device, and its speed now.
 */
public final class PartsDevice implements GpuDevice {
  private final PartOrder order;
  private final Function<HostKernel, List<LaunchTimes>> passes;
  private final ProgressModel speeds;
  private final HardwareQueues queues;
  private final DeviceParts parts = new DeviceParts();
  private final QueueLaunch[] launches; // by queue
  private final double[] together; // speed when others have all other parts
  private final double[] speed; // now
  private long settled; // launches and parts are as they were then
  private long reached;

  /**
   * Makes an idle device.
   *
   * @param queueCount hardware queues, at least 1
   * @param order whose the parts are; a fresh object
   * @param passes the launches of each kernel, at least one, in order
   * @param speeds how fast thread blocks of each kernel get on when the others have the rest of the
   *     device, against alone
   */
  public PartsDevice(
      int queueCount,
      PartOrder order,
      Function<HostKernel, List<LaunchTimes>> passes,
      ProgressModel speeds) {
    this.order = order;
    this.passes = passes;
    this.speeds = speeds;
    this.queues = new HardwareQueues(queueCount);
    this.launches = new QueueLaunch[queueCount];
    this.together = new double[queueCount];
    this.speed = new double[queueCount];
    Arrays.setAll(launches, queue -> new QueueLaunch(queue, parts));
    Arrays.fill(together, 1);
    Arrays.fill(speed, 1);
  }

  @Override
  public void launch(long now, int process, HostKernel launched) {
    runUntil(now);
    queues.launch(process, launched);
    beginWaiting(now);
    findSpeeds(now);
  }

  @Override
  public void abort(long now, int process) {
    runUntil(now);
    settle(now);
    int queue = queues.abort(process);
    if (queue != HardwareQueues.NONE) {
      parts.vacate(queue, launches[queue].lose());
      launches[queue].drop();
      decide(now);
      beginWaiting(now);
      findSpeeds(now);
    }
  }

  @Override
  public long due() {
    return queues.hasEnded() ? reached : nextEvent();
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

  private void beginWaiting(long now) {
    for (HardwareQueues.Begun begun; (begun = queues.beginNext(queue -> true)) != null; ) {
      launches[begun.queue()].begin(now, begun.kernel(), passes.apply(begun.kernel()));
    }
  }

  private long nextEvent() {
    long next = parts.nextLeft(settled, speed);
    boolean isReady = false;
    for (int queue = 0; queue < launches.length; queue++) {
      next = Math.min(next, launches[queue].due(settled, speed[queue]));
      isReady |= launches[queue].stage() == QueueLaunch.Stage.READY;
    }
    return Math.max(isReady ? Math.min(next, order.due()) : next, reached);
  }

  private void runUntil(long now) {
    for (long next = nextEvent(); next <= now; next = nextEvent()) {
      reached = next;
      settle(next);
      for (QueueLaunch each : launches) {
        each.placeLast();
      }
      endLaunches(next);
      for (int queue = 0; queue < launches.length; queue++) {
        if (launches[queue].start(next)) {
          order.started(queue);
        }
      }
      decide(next);
    }
    reached = now;
  }

  private void settle(long now) {
    long passed = now - settled;
    if (passed > 0) {
      for (int queue = 0; queue < launches.length; queue++) {
        launches[queue].pass(passed, speed[queue]);
      }
      parts.pass(passed, speed);
      settled = now;
    }
  }

  private void endLaunches(long now) {
    boolean freed = false;
    for (int queue = 0; queue < launches.length; queue++) {
      if (launches[queue].end(now)) {
        queues.end(queue);
        freed = true;
      }
    }
    if (freed) {
      beginWaiting(now);
      findSpeeds(now);
    }
  }

  private void decide(long now) {
    int ready = 0;
    int draining = 0;
    for (int queue = 0; queue < launches.length; queue++) {
      ready |= launches[queue].stage() == QueueLaunch.Stage.READY ? 1 << queue : 0;
      draining |= launches[queue].isDraining() ? 1 << queue : 0;
    }
    if (ready == 0) {
      parts.release();
    } else {
      parts.assign(now, ready, draining, order, queue -> launches[queue].lose());
    }
    setSpeeds();
  }

  private void findSpeeds(long now) {
    settle(now);
    List<HostKernel> running = new ArrayList<>(); // those of busy queues, in order
    for (QueueLaunch each : launches) {
      if (each.kernel() != null) {
        running.add(each.kernel());
      }
    }
    if (running.isEmpty()) {
      return;
    }
    double[] progress = speeds.progress(running);
    int at = 0;
    for (int queue = 0; queue < launches.length; queue++) {
      if (launches[queue].kernel() != null) {
        together[queue] = progress[at++];
      }
    }
    setSpeeds();
  }

  /** A thread block takes longer, or shorter, in proportion to what others have of the device. */
  private void setSpeeds() {
    int all = 0;
    for (QueueLaunch each : launches) {
      all += each.occupied();
    }
    for (int queue = 0; queue < launches.length; queue++) {
      double others = (double) (all - launches[queue].occupied()) / LaunchTimes.PARTS;
      speed[queue] = 1 / (1 + (1 / together[queue] - 1) * others);
    }
  }
}
