package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.dispatch.DeviceControl;

/**
 * The requests of a process: those that arrived wait, in order, until the one before has ended.
 *
 * <p>State: the next arrival; arrivals that wait; the request that is served and the cycle of its
 * first thread block.
 */
final class RequestQueue {
  private static final long NONE = -1;
  private static final int MOST_WAITING = 1_000_000;

  private final int process;
  private final Tenant tenant;
  private final Arrivals arrivals;
  private final long startCycle;
  private final List<Long> arrived = new ArrayList<>();
  private final List<RunResult.Request> ended = new ArrayList<>();
  private long previous; // arrival after the start
  private long due;
  private boolean serves;
  private long firstBlock = NONE;

  RequestQueue(int process, Tenant tenant, Arrivals arrivals, long startCycle) {
    this.process = process;
    this.tenant = tenant;
    this.arrivals = arrivals;
    this.startCycle = startCycle;
    findNext();
  }

  private void findNext() {
    if (arrived.size() >= arrivals.count()) {
      due = DeviceControl.NEVER;
      return;
    }
    previous = arrivals.next(arrived.size(), previous);
    due = previous < DeviceControl.NEVER - startCycle ? startCycle + previous : DeviceControl.NEVER;
  }

  /** Returns the cycle of the next arrival, or {@link DeviceControl#NEVER}. */
  long nextWork() {
    return due;
  }

  /**
   * Takes up the requests that have arrived by a cycle.
   *
   * @throws SimulationFailure if more than {@value #MOST_WAITING} wait
   */
  void arrive(long cycle) {
    while (due <= cycle) {
      arrived.add(due);
      findNext();
    }
    if (arrived.size() - ended.size() > MOST_WAITING) {
      String rate = "%d requests arrived until cycle %d, but only %d have ended";
      throw new SimulationFailure(
          ("workload %d: " + rate + "; at most %d can wait: use a longer interval or a count")
              .formatted(process, arrived.size(), cycle, ended.size(), MOST_WAITING),
          "",
          null);
    }
  }

  /** Returns whether the next request has arrived and none is served. */
  boolean canServe() {
    return !serves && arrived.size() > ended.size();
  }

  void serve() {
    serves = true;
    firstBlock = NONE;
  }

  /** Returns whether the request that is served has not launched a thread block yet. */
  boolean awaitsFirstBlock() {
    return serves && firstBlock == NONE;
  }

  void firstBlock(long cycle) {
    firstBlock = cycle;
  }

  void end(long cycle) {
    long arrival = arrived.get(ended.size());
    boolean isLate = cycle - arrival > tenant.deadline();
    ended.add(new RunResult.Request(process, ended.size(), arrival, firstBlock, cycle, isLate));
    serves = false;
  }

  /** Returns whether a run need not wait for further requests. */
  boolean isDone() {
    return arrivals.count() == Arrivals.UNLIMITED || ended.size() >= arrivals.count();
  }

  /** Returns the share of a limited number of requests that have ended. */
  double doneShare() {
    return isDone() ? 1 : (double) ended.size() / arrivals.count();
  }

  List<RunResult.Request> ended() {
    return ended;
  }
}
