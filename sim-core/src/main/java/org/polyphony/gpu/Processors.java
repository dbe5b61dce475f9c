package org.polyphony.gpu;

import java.util.concurrent.TimeUnit;
import org.polyphony.gpu.config.GpuConfig;

/**
 * The processors that runs of this program use. A run begins on one; after a while, when the JVM
 * has compiled what it needs most and no longer needs processors itself, it may use more threads.
 * Results do not depend on it.
 */
public final class Processors {
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final int perRun; // 0 if runs share them
  private int free;
  private final long warmUpNanos;

  private Processors(int perRun, int free, long warmUpNanos) {
    this.perRun = perRun;
    this.free = free;
    this.warmUpNanos = warmUpNanos;
  }

  /** Returns one processor for each run. */
  public static Processors onePerRun() {
    return new Processors(1, 0, 0);
  }

  /** Returns so many processors for each run. */
  public static Processors perRun(int count) {
    return new Processors(count, 0, WARM_UP_NANOS);
  }

  /** Returns so many processors for each run, from its first cycle. */
  public static Processors perRunAtOnce(int count) {
    return new Processors(count, 0, 0);
  }

  /** Returns processors that runs share: a run uses those that no other run does. */
  public static Processors shared(int count) {
    return new Processors(0, count, WARM_UP_NANOS);
  }

  /**
   * Returns how many a run on a device can use: a quarter of its SMs, or one if SMs see at once
   * what the crossbar does.
   */
  public static int most(GpuConfig config) {
    return config.crossbar().runsApart() ? Math.max(2, config.sms() / 4) : 1;
  }

  /** Reserves a processor for a run that starts. */
  synchronized void begin() {
    free--;
  }

  /** Returns the processor of a run that ends, and those that it took later. */
  synchronized void end(int others) {
    free += 1 + others;
  }

  /** Returns when a run that begins now may take more processors, by {@link System#nanoTime}. */
  long warmAt() {
    return System.nanoTime() + warmUpNanos;
  }

  /**
   * Takes more processors for a run.
   *
   * @param most threads that it can use
   * @return how many it got, beside its own
   */
  synchronized int takeMore(int most) {
    int taken = perRun > 0 ? Math.min(perRun, most) - 1 : Math.max(0, Math.min(free, most - 1));
    free -= taken;
    return taken;
  }
}
