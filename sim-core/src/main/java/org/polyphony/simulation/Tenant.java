package org.polyphony.simulation;

import java.util.Optional;

/**
 * How a process comes to the device, and its rights there.
 *
 * @param start core cycle in which it starts, at least 0; a seed above 1 adds a small delay
 * @param arrivals of requests, each one run of its workload; empty for a process that runs its
 *     workload at the start and, if the run restarts workloads, again whenever it has ended
 * @param deadline of a request in core cycles after its arrival, at least 1, or {@link #NONE}
 * @param priority of its kernels; higher is more important
 * @param activeThreadPercentage share of the SMs on which it may hold thread blocks at a time, 1 to
 *     100. Source: MPS, which rounds it down to pairs of SMs (measured, experiments/hardware)
 */
public record Tenant(
    long start,
    Optional<Arrivals> arrivals,
    long deadline,
    int priority,
    int activeThreadPercentage) {
  /** All SMs, in percent. */
  public static final int ALL = 100;

  /** No deadline. */
  public static final long NONE = Long.MAX_VALUE;

  /** A process that starts with the run, without requests, priority or limit. */
  public static final Tenant USUAL = new Tenant(0, Optional.empty(), NONE, 0, ALL);

  /** Returns the number of SMs on which the process may hold thread blocks at a time. */
  public int sms(int ofDevice) {
    int share = ofDevice * activeThreadPercentage / ALL;
    return activeThreadPercentage == ALL || share < 2 ? Math.max(1, share) : share & -2;
  }
}
