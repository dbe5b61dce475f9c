package org.polyphony.host.device;

import java.util.List;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;

/**
 * The kernel of a hardware queue on a device of parts: a host kernel is a pass of several launches,
 * of which one is active. Times at speed 1 are those of the kernel alone.
 */
final class QueueLaunch {
  private static final double DONE = 1e-3; // nanoseconds, below the resolution of time

  /** Stage of the active launch. */
  enum Stage {
    IDLE,
    /** Before its first thread block. */
    LAUNCHED,
    /** Some of its thread blocks are not placed yet. */
    READY,
    /** All of its thread blocks are placed. */
    LEAVING
  }

  private final int queue;
  private final DeviceParts parts;
  private Stage stage = Stage.IDLE;
  private HostKernel kernel; // null if the queue is idle
  private List<LaunchTimes> pass = List.of();
  private int launch; // index within the pass
  private long latencyEnd;
  private double toDispatch; // before its last thread blocks, in nanoseconds of the whole device
  private int placed; // parts occupied by its last thread blocks
  private double lastLength; // relative to alone; less if thread blocks had to leave before
  private double stay; // of the thread block that leaves last, nanoseconds at speed 1

  QueueLaunch(int queue, DeviceParts parts) {
    this.queue = queue;
    this.parts = parts;
  }

  Stage stage() {
    return stage;
  }

  HostKernel kernel() {
    return kernel;
  }

  void begin(long now, HostKernel begun, List<LaunchTimes> launches) {
    kernel = begun;
    pass = launches;
    launch = 0;
    startLatency(now);
  }

  private void startLatency(long now) {
    stage = Stage.LAUNCHED;
    latencyEnd = now + times().latencyNanos();
  }

  private LaunchTimes times() {
    return pass.get(launch);
  }

  /** Returns the end of the stage at a speed if no part changes. */
  long nextWork(long now, double speed) {
    return switch (stage) {
      case IDLE -> EventQueue.NEVER;
      case LAUNCHED -> latencyEnd;
      case READY -> end(now, toDispatch, dispatchRate(speed));
      case LEAVING -> end(now, stay, speed);
    };
  }

  private static long end(long now, double left, double rate) {
    return rate == 0 ? EventQueue.NEVER : EventQueue.after(now, Math.max(0, (left - DONE) / rate));
  }

  private double dispatchRate(double speed) {
    return speed * parts.empty(queue) / LaunchTimes.PARTS;
  }

  /** Advances time, during which no part changes. */
  void pass(long nanos, double speed) {
    if (stage == Stage.READY) {
      toDispatch = Math.max(0, toDispatch - nanos * dispatchRate(speed));
    }
    stay = Math.max(0, stay - nanos * speed);
  }

  /** Starts the first thread block if the latency is over; returns whether it is. */
  boolean start(long now) {
    if (stage != Stage.LAUNCHED || latencyEnd > now) {
      return false;
    }
    stage = Stage.READY;
    toDispatch = times().dispatchNanos();
    placed = 0;
    lastLength = 1;
    stay = 0;
    return true;
  }

  /** Places the last thread blocks on the queue's own empty parts, once it is their turn. */
  void placeLast() {
    if (stage != Stage.READY || toDispatch > DONE) {
      return;
    }
    for (; placed < LaunchTimes.PARTS; placed++) {
      double length = times().leaveNanos().get(placed) * lastLength;
      if (length > DONE && !parts.take(queue, length)) {
        return; // resumes when the next part becomes empty
      }
      stay = Math.max(stay, length);
    }
    stage = Stage.LEAVING;
    stay = Math.max(stay, (double) times().tailNanos());
  }

  /**
   * Ends the launch if all thread blocks have left, and starts the next one of the pass.
   *
   * @return whether that was the last one, so that the queue has no kernel any more
   */
  boolean end(long now) {
    if (stage != Stage.LEAVING || stay > DONE) {
      return false;
    }
    if (++launch < pass.size()) {
      startLatency(now);
      return false;
    }
    drop();
    return true;
  }

  /** Drops the kernel; thread blocks on lost parts leave as before. */
  void drop() {
    stage = Stage.IDLE;
    kernel = null;
  }

  /** Returns whether it has thread blocks to place and others that are leaving. */
  boolean isDraining() {
    return stage == Stage.READY && stay > DONE;
  }

  int occupied() {
    return parts.leaving(queue) + (stage == Stage.READY ? parts.empty(queue) : 0);
  }

  /**
   * Loses a part that nothing was leaving; its work there continues on the launch's next part.
   *
   * @return how long its thread blocks stay, in nanoseconds at speed 1
   */
  double lose() {
    if (stage != Stage.READY || placed > 0 || toDispatch <= DONE) {
      return 0;
    }
    double mean = 0;
    for (long nanos : times().leaveNanos()) {
      mean += (double) nanos / LaunchTimes.PARTS;
    }
    double left = toDispatch + mean * lastLength;
    double resident = Math.min(left, mean / LaunchTimes.PARTS);
    double last = Math.min(mean, left - resident);
    lastLength = mean == 0 ? 1 : last / mean;
    toDispatch = left - resident - last;
    stay = Math.max(stay, (double) times().tailNanos());
    return mean;
  }
}
