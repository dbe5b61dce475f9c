package org.polyphony.gpu.part.arbitration;

/**
 * Chooses which of several requesters a port serves next. Each port has an arbiter of its own. Its
 * public constructor takes {@link Requesters}, or that and a record of parameters.
 *
 * <p>An arbiter must be deterministic: it draws random numbers from {@link Requesters#seed} only.
 */
public interface Arbiter {
  /** No requester. */
  int NONE = -1;

  /**
   * Returns the requester whose packet moves now. Called whenever the port is free and has a
   * requester; the chosen packet then leaves, so an arbiter may count it as served.
   *
   * @param cycle of the core clock
   * @return the index of a requester, from 0 to {@link Requesters#size} - 1; {@link #NONE} to wait
   *     for the next cycle
   */
  int choose(long cycle);
}
