package org.polyphony.host.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.polyphony.host.app.HostKernel;

/**
 * A device whose launches share its thread-block places in parts: all parts in turn, or some each.
 * Like {@link RateDevice}, it is for work of seconds to hours, but it models the effects of a
 * partition policy on single launches: of two equal jobs, one is served before the other, so that
 * its CPU time overlaps with the other's kernel; a launch whose last thread blocks are placed is no
 * longer affected by others; a launch that uses little of the device leaves the rest to others.
 *
 * <p>Until its last thread blocks (one per place), a launch progresses at the share of parts that
 * it owns and that are empty. Then each part stays occupied for as long as when running alone, in
 * the order in which parts become empty. Thread blocks slow down or speed up in proportion to the
 * share of parts that others occupy.
 *
 * <p>State: the parts and their owners; per hardware queue its launch, its speed when others have
 * the rest of the device, and its current speed.
 */
public final class PartsDevice implements GpuDevice {
  private final PartOrder order;
  private final Function<HostKernel, List<LaunchTimes>> passes;
  private final ProgressModel speeds;
  private final HardwareQueues queues;
  private final DeviceParts parts = new DeviceParts();
  private final QueueLaunch[] launches; // by queue
  private final double[] together; // speed when others have all other parts
  private final double[] speed; // current speed
  private long settled; // time of the last update of launches and parts
  private long reached;

  /**
   * Creates an idle device.
   *
   * @param queueCount number of hardware queues, at least 1
   * @param order assigns the parts; a new instance
   * @param passes the launches of each kernel, at least one, in order
   * @param speeds speed of each kernel's thread blocks when the others have the rest of the device,
   *     relative to alone
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
  public long nextWork() {
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
      next = Math.min(next, launches[queue].nextWork(settled, speed[queue]));
      isReady |= launches[queue].stage() == QueueLaunch.Stage.READY;
    }
    return Math.max(isReady ? Math.min(next, order.nextWork()) : next, reached);
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
    List<HostKernel> running = new ArrayList<>(); // of busy queues, in order
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

  /** A thread block slows down or speeds up in proportion to the others' share of the device. */
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
