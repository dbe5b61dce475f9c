package org.polyphony.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.polyphony.engine.EventQueue;
import org.polyphony.host.app.HostKernel;

/**
 * A device whose launches take turns: one has all places for its thread blocks until the last of
 * them has one, or its slice ends; the next gets places as they become empty. For work of seconds
 * to hours, as {@link RateDevice}, but it keeps the order of launches: of two equal jobs one is
 * served before the other, and its CPU time then lies beside the other's kernel.
 *
 * <p>A kernel of the host is a pass of several launches, whose times alone are known. While a
 * launch has the device it goes on as alone; the device is handed on at the mean time at which its
 * places become empty, so that no place is idle or counted twice.
 *
 * <p>State per hardware queue: the pass, the launch within it and its stage; what it has still to
 * dispatch, in nanoseconds of the whole device. Of the device: whose turn it is, and when the
 * thread blocks of others leave it, on average and the last.
 */
public final class TurnDevice implements GpuDevice {
  private static final int NONE = HardwareQueues.NONE;

  /** Where a launch is. */
  private enum Stage {
    IDLE,
    /** Before its first thread block. */
    LAUNCHED,
    /** It has thread blocks without a place. */
    READY,
    /** All have one. */
    LEAVING
  }

  private final TurnOrder order;
  private final Function<HostKernel, List<LaunchTimes>> passes;
  private final ProgressModel speeds;
  private final HardwareQueues queues;
  private final ArrayDeque<Integer> ended = new ArrayDeque<>(); // processes
  private final Stage[] stage;
  private final HostKernel[] kernel;
  private final List<List<LaunchTimes>> pass;
  private final int[] launch; // within the pass
  private final long[] due; // end of the stage, of LAUNCHED and LEAVING
  private final double[] toDispatch;
  private final double[] drain; // of what is resident, once nothing is dispatched any more
  private final long[] occupiedUntil; // by thread blocks that are leaving
  private final double[] speed;
  private final HostKernel[] running; // scratch: those of busy queues, in order
  private final double[] speedOfRunning; // scratch
  private int turn = NONE;
  private long dispatchesFrom; // the queue whose turn it is
  private long emptyOnAverage; // of thread blocks that are leaving
  private long emptyAtLast;
  private long reached;
  private int kernels;

  /**
   * Makes an idle device.
   *
   * @param queueCount hardware queues, at least 1
   * @param order whose turn it is; a fresh object
   * @param passes the launches of each kernel, at least one, in order
   * @param speeds how fast thread blocks of each kernel get on beside the others, against alone
   */
  public TurnDevice(
      int queueCount,
      TurnOrder order,
      Function<HostKernel, List<LaunchTimes>> passes,
      ProgressModel speeds) {
    this.order = order;
    this.passes = passes;
    this.speeds = speeds;
    this.queues = new HardwareQueues(queueCount);
    this.stage = new Stage[queueCount];
    this.kernel = new HostKernel[queueCount];
    this.pass = new ArrayList<>(Collections.nCopies(queueCount, List.of()));
    this.launch = new int[queueCount];
    this.due = new long[queueCount];
    this.toDispatch = new double[queueCount];
    this.drain = new double[queueCount];
    this.occupiedUntil = new long[queueCount];
    this.speed = new double[queueCount];
    this.running = new HostKernel[queueCount];
    this.speedOfRunning = new double[queueCount];
    Arrays.fill(stage, Stage.IDLE);
  }

  @Override
  public void launch(long now, int process, HostKernel launched) {
    runUntil(now);
    kernels++;
    queues.launch(process, launched);
    beginWaiting(now);
    setSpeeds(now);
  }

  @Override
  public void abort(long now, int process) {
    runUntil(now);
    boolean had = queues.forget(process) || ended.remove(process);
    int queue = queues.queueOf(process);
    if (queue != NONE) {
      if (queue == turn) {
        giveUp(now);
      }
      queues.free(queue);
      stage[queue] = Stage.IDLE;
      kernel[queue] = null;
      decide(now);
      beginWaiting(now);
      setSpeeds(now);
      had = true;
    }
    kernels -= had ? 1 : 0;
  }

  @Override
  public long due() {
    return ended.isEmpty() ? nextEvent() : reached;
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

  private void beginWaiting(long now) {
    for (HardwareQueues.Begun begun; (begun = queues.beginNext(queue -> true)) != null; ) {
      kernel[begun.queue()] = begun.kernel();
      pass.set(begun.queue(), passes.apply(begun.kernel()));
      launch[begun.queue()] = 0;
      startLatency(now, begun.queue());
    }
  }

  private void startLatency(long now, int queue) {
    stage[queue] = Stage.LAUNCHED;
    due[queue] = now + times(queue).latencyNanos();
  }

  private LaunchTimes times(int queue) {
    return pass.get(queue).get(launch[queue]);
  }

  private long nextEvent() {
    long next = turn == NONE ? EventQueue.NEVER : Math.min(dispatchEnd(), order.due());
    for (int queue = 0; queue < stage.length; queue++) {
      if (stage[queue] == Stage.LAUNCHED || stage[queue] == Stage.LEAVING) {
        next = Math.min(next, due[queue]);
      }
    }
    return Math.max(next, reached);
  }

  private long dispatchEnd() {
    return dispatchesFrom + scaled(toDispatch[turn], turn);
  }

  private void runUntil(long now) {
    for (long next = nextEvent(); next <= now; next = nextEvent()) {
      reached = next;
      if (turn != NONE && dispatchEnd() <= next) {
        lastHasPlace();
      }
      endLaunches(next);
      startLaunches(next);
      decide(next);
    }
    reached = now;
  }

  private long scaled(double nanos, int queue) {
    return (long) Math.ceil(nanos / speed[queue]);
  }

  private void lastHasPlace() {
    long at = dispatchEnd();
    stage[turn] = Stage.LEAVING;
    long mean = scaled(drain[turn], turn);
    // the place that becomes empty last gets a thread block like any other
    due[turn] = Math.max(at + scaled((double) times(turn).tailNanos(), turn), emptyAtLast + mean);
    emptyOnAverage = at + mean;
    emptyAtLast = due[turn];
    turn = NONE;
  }

  private void endLaunches(long now) {
    boolean freed = false;
    for (int queue = 0; queue < stage.length; queue++) {
      if (stage[queue] != Stage.LEAVING || due[queue] > now) {
        continue;
      }
      stage[queue] = Stage.IDLE;
      if (++launch[queue] < pass.get(queue).size()) {
        startLatency(now, queue);
      } else {
        ended.add(queues.free(queue));
        kernel[queue] = null;
        freed = true;
      }
    }
    if (freed) {
      beginWaiting(now);
      setSpeeds(now);
    }
  }

  private void startLaunches(long now) {
    for (int queue = 0; queue < stage.length; queue++) {
      if (stage[queue] == Stage.LAUNCHED && due[queue] <= now) {
        stage[queue] = Stage.READY;
        toDispatch[queue] = times(queue).dispatchNanos();
        drain[queue] = times(queue).drainNanos();
        occupiedUntil[queue] = now;
        order.started(queue);
      }
    }
  }

  private void decide(long now) {
    int ready = 0;
    boolean draining = false;
    for (int queue = 0; queue < stage.length; queue++) {
      if (stage[queue] == Stage.READY) {
        ready |= 1 << queue;
        draining |= queue != turn && occupiedUntil[queue] > now;
      }
    }
    if (ready == 0) {
      turn = NONE;
      return;
    }
    int next = order.turn(now, ready, draining);
    if (next != turn) {
      if (turn != NONE) {
        giveUp(now);
      }
      turn = next;
      dispatchesFrom = Math.max(now, emptyOnAverage);
    }
  }

  /** Takes the turn from a launch: what is resident leaves, and is done when it has its next. */
  private void giveUp(long now) {
    settle(now);
    if (now == dispatchesFrom) {
      double left = toDispatch[turn];
      occupiedUntil[turn] = now + scaled((double) times(turn).tailNanos(), turn);
      emptyOnAverage = now + scaled(drain[turn], turn);
      emptyAtLast = occupiedUntil[turn];
      drain[turn] = Math.min(drain[turn], left);
      toDispatch[turn] = left - drain[turn];
    }
    turn = NONE;
  }

  /** Takes what the launch whose turn it is has dispatched off what it has to. */
  private void settle(long now) {
    if (turn != NONE && now > dispatchesFrom) {
      toDispatch[turn] = Math.max(0, toDispatch[turn] - (now - dispatchesFrom) * speed[turn]);
      dispatchesFrom = now;
    }
  }

  private void setSpeeds(long now) {
    settle(now);
    int count = 0;
    for (HostKernel each : kernel) {
      if (each != null) {
        running[count++] = each;
      }
    }
    if (count == 0) {
      return;
    }
    speeds.progress(running, count, speedOfRunning);
    int at = 0;
    for (int queue = 0; queue < kernel.length; queue++) {
      if (kernel[queue] != null) {
        speed[queue] = speedOfRunning[at++];
      }
    }
  }
}
