package org.polyphony.gpu.dispatch;

import org.polyphony.input.Hash;

/**
 * Small random delays, derived from the seed. Runs with several seeds show how much a result
 * depends on accidental event timing, which a single run cannot show. Seeds 0 and 1 add no delay.
 *
 * <p>Each delay is a pure function of the seed and its place, uniform from 0 to its maximum.
 * Source: Alameldeen and Wood, Variability in Architectural Simulations of Multi-threaded
 * Workloads, HPCA 2003.
 */
public final class Perturbation {
  /** No delays. */
  public static final Perturbation NONE = new Perturbation(1);

  /** Maximum start delay of a process, in core cycles. */
  public static final int MOST_START_DELAY = 1000;

  private static final int LAUNCH_DIVISOR = 100; // launch delays are at most 1% of the latency
  private static final int START = 0;
  private static final int LAUNCH = 1;
  private static final int REFRESH = 2;

  private final long seed;

  public Perturbation(long seed) {
    this.seed = seed;
  }

  public long seed() {
    return seed;
  }

  /** Returns the core cycle in which a process starts, at most {@value #MOST_START_DELAY}. */
  public long start(int process) {
    return draw(START, process, MOST_START_DELAY);
  }

  /**
   * Returns the delay of a launch in core cycles.
   *
   * @param latency core cycles of an undelayed launch
   */
  public long launchDelay(int process, long launch, int latency) {
    return draw(LAUNCH, Hash.mix(process, launch), latency / LAUNCH_DIVISOR);
  }

  /**
   * Returns the delay of refreshes in DRAM command clocks.
   *
   * @param interval clocks between refreshes; 0 for a device without refresh
   */
  public long refreshDelay(int interval) {
    return draw(REFRESH, 0, Math.max(0, interval - 1));
  }

  private long draw(int place, long key, int most) {
    return seed <= 1 ? 0 : Hash.mix(Hash.mix(seed, place), key) % (most + 1);
  }
}
