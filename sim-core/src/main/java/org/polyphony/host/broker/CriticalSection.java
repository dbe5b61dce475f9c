package org.polyphony.host.broker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.broker.BrokerCounters.Count;
import org.polyphony.host.time.EventQueue;

/**
 * The lock on a node's shared data, or its server: serves one call at a time, in arrival order.
 *
 * <p>A client that dies inside releases a file lock, but leaves a mutex locked forever.
 */
final class CriticalSection {
  /** The life-cycle stage of a call. */
  enum Stage {
    INIT,
    PRE_ALLOCATE,
    POST_FREE,
    SHUTDOWN
  }

  /**
   * A call of a client.
   *
   * @param need the request; {@code null} in other stages
   * @param amount timeout of a request, bytes of a release
   * @param since time of the call
   */
  record Call(int process, Stage stage, TaskNeed need, long amount, long since) {}

  private final BrokerConfig config;
  private final BrokerCounters counters;
  private final ArrayDeque<Call> queue = new ArrayDeque<>();
  private Call inside; // null while the lock is free
  private long due = EventQueue.NEVER; // end of the current call
  private long freeFrom; // end of the server's start-up
  private final Set<Integer> dieInside = new HashSet<>(); // processes that die on entry
  private boolean abandoned;

  CriticalSection(BrokerConfig config, BrokerCounters counters) {
    this.config = config;
    this.counters = counters;
    if (config.access() == BrokerConfig.Access.CLIENT_SERVER) {
      freeFrom = config.costs().serverInit();
      counters.add(Count.SERVER_NANOS, freeFrom + config.costs().serverShutdown());
    }
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** Returns the end of the current call; {@link EventQueue#NEVER} if there is none. */
  long nextWork() {
    return due;
  }

  void enter(long now, Call call) {
    queue.add(call);
    next(now);
  }

  /** Completes the current call and lets the next one enter; returns the completed call. */
  Call leave(long now) {
    Call over = inside;
    inside = null;
    due = EventQueue.NEVER;
    next(now);
    return over;
  }

  /** Handles the death of a client, outside or holding the lock. */
  void died(long now, int process, boolean holdsLock) {
    boolean isInside = inside != null && inside.process() == process;
    if (isInside) {
      abandon(now);
    } else if (holdsLock) {
      dieInside.add(process);
    } else {
      queue.removeIf(call -> call.process() == process);
    }
  }

  /** Drops all calls; returns their clients. */
  List<Integer> clear() {
    List<Integer> processes = new ArrayList<>();
    if (inside != null) {
      processes.add(inside.process());
    }
    queue.forEach(call -> processes.add(call.process()));
    queue.clear();
    inside = null;
    due = EventQueue.NEVER;
    return processes;
  }

  private void next(long now) {
    if (inside != null || abandoned || queue.isEmpty()) {
      return;
    }
    inside = queue.remove();
    if (dieInside.remove(inside.process())) {
      abandon(now);
      return;
    }
    long from = Math.max(now, freeFrom);
    long cost = cost(inside.stage());
    counters.add(Count.CALLS, 1);
    counters.add(Count.LOCK_WAIT_NANOS, from - inside.since());
    counters.add(Count.STAGE_NANOS, cost);
    due = from + cost;
  }

  private void abandon(long now) {
    inside = null;
    due = EventQueue.NEVER;
    abandoned = config.access() == BrokerConfig.Access.MUTEX;
    counters.lockAbandoned |= abandoned;
    next(now);
  }

  private long cost(Stage stage) {
    BrokerConfig.StageCosts costs = config.costs();
    return switch (stage) {
      case INIT -> costs.init();
      case PRE_ALLOCATE -> costs.preAllocate();
      case POST_FREE -> costs.postFree() + costs.notification();
      case SHUTDOWN -> costs.shutdown();
    };
  }
}
