package org.polyphony.gpu.dispatch;

import org.polyphony.input.Hash;

/**
 * Small delays that a seed adds to a run. Runs with several seeds show how far a result depends on
 * how events happen to line up, which one run cannot show. Seeds 0 and 1 add nothing.
 *
 * <p>A delay is a function of the seed and of where it is added alone, uniform from 0 to its
 * maximum. Source: Alameldeen and Wood, Variability in Architectural Simulations of Multi-threaded
 * Workloads, HPCA 2003.
 */
public final class Perturbation {
  /** No delays. */
  public static final Perturbation NONE = new Perturbation(1);

  /** Core cycles by which a process starts late at most. */
  public static final int MOST_START_DELAY = 1000;

  private static final int LAUNCH_DIVISOR = 100; // a launch is late by 1% of its latency at most
  private static final int START = 0;
  private static final int LAUNCH = 1;
  private static final int REFRESH = 2;

  private final long seed;

  public Perturbation(long seed) {
    this.seed = seed;
  }

  /** Returns the core cycle in which a process starts, at most {@value #MOST_START_DELAY}. */
  public long start(int process) {
    return draw(START, process, MOST_START_DELAY);
  }

  /**
   * Returns the core cycles that a launch takes longer.
   *
   * @param latency core cycles of a launch without delay
   */
  public long launchDelay(int process, long launch, int latency) {
    return draw(LAUNCH, Hash.mix(process, launch), latency / LAUNCH_DIVISOR);
  }

  /**
   * Returns the DRAM command clocks by which refreshes are late.
   *
   * @param interval clocks from refresh to refresh; 0 for a device without
   */
  public long refreshDelay(int interval) {
    return draw(REFRESH, 0, Math.max(0, interval - 1));
  }

  private long draw(int place, long key, int most) {
    return seed <= 1 ? 0 : Hash.mix(Hash.mix(seed, place), key) % (most + 1);
  }
}
