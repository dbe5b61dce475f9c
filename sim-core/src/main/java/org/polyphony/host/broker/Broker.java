package org.polyphony.host.broker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.polyphony.host.GpuScheduler.Answer;
import org.polyphony.host.broker.BrokerCounters.Count;
import org.polyphony.usercode.UserCodeException;

/**
 * The core of schedGPU: reservations of device memory and the queue of waiting clients.
 *
 * <p>A deterministic state machine without clock, threads or I/O. The caller serializes calls,
 * handles timeouts and notifies the clients that {@link #takeGranted} returns. Reservations on a
 * device never exceed its memory. Source: schedGPU sections 3 to 5.
 */
public final class Broker {
  private final long[] totalBytes;
  private final NotificationPolicy policy;
  private final BrokerCounters counters;
  private final Set<Integer> clients = new TreeSet<>();
  private final Set<Integer> dead = new TreeSet<>(); // not yet noticed by a sanity check
  private final Set<Integer> blocked = new TreeSet<>(); // clients blocked until their grant
  private final List<Integer> granted = new ArrayList<>();
  private BrokerState state;
  private BrokerState backup; // null before the first client has shut down

  /**
   * Creates a broker without clients.
   *
   * @param totalBytes memory of each device
   * @param policy decides who gets free memory
   * @param counters of noticed dead clients, recoveries and fresh starts
   */
  public Broker(long[] totalBytes, NotificationPolicy policy, BrokerCounters counters) {
    this.totalBytes = totalBytes.clone();
    this.policy = policy;
    this.counters = counters;
    this.state = new BrokerState(totalBytes);
  }

  /**
   * Initializes a client. If the shared data is corrupt, it is recovered from the backup, or reset
   * if the backup is corrupt too.
   */
  public Answer init(int client) {
    if (!clients.add(client)) {
      return Answer.INVALID_CLIENT;
    }
    if (!state.isIntact()) {
      recover();
    }
    return Answer.DONE;
  }

  /**
   * Requests memory. A request larger than the device is refused. Otherwise the policy serves the
   * waiting requests including the new one; if the new one is not granted, it serves them again
   * after a sanity check.
   *
   * @param request client, device and size
   * @param blocking whether the client waits if there is no room
   * @return {@link Answer#DONE} if it is granted
   */
  public Answer preAllocate(Waiting request, boolean blocking) {
    if (!clients.contains(request.client()) || state.waits(request.client())) {
      return Answer.INVALID_CLIENT;
    }
    if (request.device() < 0 || request.device() >= state.devices()) {
      return Answer.INVALID_DEVICE;
    }
    if (request.bytes() < 0 || request.bytes() > state.total(request.device())) {
      return Answer.TOO_LARGE;
    }
    state.enqueue(request);
    notifyWaiting(request.device());
    if (state.waits(request.client())) {
      sanityCheck();
    }
    if (!state.waits(request.client())) {
      granted.remove((Integer) request.client());
      return Answer.DONE;
    }
    if (blocking) {
      blocked.add(request.client());
      return Answer.WAITING;
    }
    state.dequeue(request.client());
    notifyWaiting(request.device()); // it was queued before requests of lower priority
    return Answer.NOT_READY;
  }

  /** Releases reserved memory, which waiting clients may get. */
  public Answer postFree(int client, int device, long bytes) {
    if (device < 0 || device >= state.devices()) {
      return Answer.INVALID_DEVICE;
    }
    if (bytes < 0 || bytes > state.reserved(client, device)) {
      return Answer.NOT_RESERVED;
    }
    state.release(client, device, bytes);
    notifyWaiting(device);
    return Answer.DONE;
  }

  /** Shuts down a client: frees its remaining memory, makes a sanity check and saves a backup. */
  public Answer shutdown(int client) {
    if (!clients.remove(client)) {
      return Answer.INVALID_CLIENT;
    }
    blocked.remove(client);
    state.dequeue(client);
    freeAllOf(client);
    sanityCheck();
    for (int device = 0; device < state.devices(); device++) {
      notifyWaiting(device);
    }
    backup = state.copy();
    return Answer.DONE;
  }

  /** Removes the request of a client that has timed out; the clients behind it may be served. */
  public void giveUp(int client) {
    blocked.remove(client);
    Waiting request = state.dequeue(client);
    if (request != null) {
      notifyWaiting(request.device());
    }
  }

  /** Records the crash of a client; its memory stays reserved until a sanity check. */
  public void clientDied(int client) {
    if (clients.remove(client)) {
      blocked.remove(client);
      dead.add(client);
    }
  }

  /** Frees the reservations and requests of dead clients; waiting clients may be served. */
  public void sanityCheck() {
    if (dead.isEmpty()) {
      return;
    }
    for (int client : dead) {
      state.dequeue(client);
      freeAllOf(client);
      counters.add(Count.SANITY_FREES, 1);
    }
    dead.clear();
    for (int device = 0; device < state.devices(); device++) {
      notifyWaiting(device);
    }
  }

  /** Corrupts the shared data; the next client to initialize detects it. */
  public void corrupt() {
    state.damage();
  }

  public void loseBackup() {
    backup = null;
  }

  /**
   * Returns a client whose waiting request has been granted, each once; {@code null} if there is
   * none.
   */
  public Integer takeGranted() {
    return granted.isEmpty() ? null : granted.remove(0);
  }

  /** Returns the shared data, read-only. */
  public BrokerState state() {
    return state;
  }

  /** Returns whether a client has died since the last sanity check. */
  public boolean hasUnnoticedDead() {
    return !dead.isEmpty();
  }

  private void freeAllOf(int client) {
    for (int device = 0; device < state.devices(); device++) {
      long bytes = state.reserved(client, device);
      if (bytes > 0) {
        state.release(client, device, bytes);
      }
    }
  }

  private void notifyWaiting(int device) {
    int served = NotificationPolicy.NONE;
    List<Waiting> waiting = state.waitingFor(device);
    while (!waiting.isEmpty()) {
      int index = choice(waiting, state.free(device), served);
      if (index == NotificationPolicy.NONE) {
        return;
      }
      Waiting request = waiting.remove(index);
      served = request.priority();
      state.dequeue(request.client());
      state.reserve(request.client(), device, request.bytes());
      blocked.remove(request.client());
      granted.add(request.client());
    }
  }

  /** Validates the policy's choice, since the policy may be user-defined. */
  private int choice(List<Waiting> waiting, long freeBytes, int served) {
    List<Waiting> shown = Collections.unmodifiableList(waiting);
    int index = policy.next(shown, freeBytes, served);
    boolean isNone = index == NotificationPolicy.NONE;
    if (!isNone && (index < 0 || index >= shown.size())) {
      throw new UserCodeException(
          "policy %s: next() chose request %d, of 0 to %d"
              .formatted(policy.name(), index, shown.size() - 1));
    }
    if (!isNone && shown.get(index).bytes() > freeBytes) {
      throw new UserCodeException(
          "policy %s: next() chose a request that does not fit in %d bytes: %s"
              .formatted(policy.name(), freeBytes, shown.get(index)));
    }
    return index;
  }

  private void recover() {
    if (backup != null && backup.isIntact()) {
      state = backup.copy();
      counters.add(Count.RECOVERIES, 1);
      dropStaleClients();
    } else {
      state = new BrokerState(totalBytes);
      counters.add(Count.FRESH_STARTS, 1);
    }
  }

  /** Removes clients that have ended, and requests served, since the backup was saved. */
  private void dropStaleClients() {
    for (int client : state.holders()) {
      if (!clients.contains(client) && !dead.contains(client)) {
        freeAllOf(client);
      }
    }
    for (Waiting request : state.waiting()) {
      if (!blocked.contains(request.client())) {
        state.dequeue(request.client());
      }
    }
  }
}
