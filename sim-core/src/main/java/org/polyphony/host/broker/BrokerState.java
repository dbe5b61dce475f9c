package org.polyphony.host.broker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The data shared by all clients, with a checksum: total and used memory of each device, memory per
 * client, and waiting requests. Source: schedGPU section 3.2, "Shared Memory Data".
 */
public final class BrokerState {
  private final long[] total; // bytes by device
  private final long[] used; // bytes by device
  private final Map<Integer, long[]> itemised = new TreeMap<>(); // by client: bytes by device
  private final Map<Integer, Waiting> waiting = new LinkedHashMap<>(); // by client, in order
  private int damage; // nonzero: the checksum does not match

  /**
   * Creates a state without reservations.
   *
   * @param totalBytes memory of each device
   */
  BrokerState(long[] totalBytes) {
    this.total = totalBytes.clone();
    this.used = new long[totalBytes.length];
  }

  /** Returns a deep copy. */
  BrokerState copy() {
    BrokerState copy = new BrokerState(total);
    System.arraycopy(used, 0, copy.used, 0, used.length);
    itemised.forEach((client, bytes) -> copy.itemised.put(client, bytes.clone()));
    copy.waiting.putAll(waiting);
    copy.damage = damage;
    return copy;
  }

  public int devices() {
    return total.length;
  }

  public long total(int device) {
    return total[device];
  }

  public long free(int device) {
    return total[device] - used[device];
  }

  public long reserved(int client, int device) {
    long[] bytes = itemised.get(client);
    return bytes == null ? 0 : bytes[device];
  }

  /** Returns the clients with reservations, in ascending order. */
  public List<Integer> holders() {
    return List.copyOf(itemised.keySet());
  }

  /** Returns the waiting requests in arrival order. */
  public List<Waiting> waiting() {
    return List.copyOf(waiting.values());
  }

  /** Returns whether the integrity check passes: sums agree and the checksum matches. */
  boolean isIntact() {
    long[] sums = new long[used.length];
    itemised.values().forEach(bytes -> Arrays.setAll(sums, d -> sums[d] + bytes[d]));
    boolean within = true;
    for (int d = 0; d < used.length; d++) {
      within &= used[d] >= 0 && used[d] <= total[d];
    }
    return damage == 0 && within && Arrays.equals(sums, used);
  }

  void damage() {
    damage++;
  }

  void reserve(int client, int device, long bytes) {
    assert bytes <= free(device) : "reserves " + bytes + " of " + free(device);
    if (bytes == 0) {
      return;
    }
    used[device] += bytes;
    itemised.computeIfAbsent(client, c -> new long[total.length])[device] += bytes;
  }

  void release(int client, int device, long bytes) {
    long[] held = itemised.get(client);
    if (held == null) {
      return; // holds nothing and frees nothing
    }
    held[device] -= bytes;
    used[device] -= bytes;
    if (Arrays.stream(held).allMatch(left -> left == 0)) {
      itemised.remove(client);
    }
  }

  void enqueue(Waiting request) {
    waiting.put(request.client(), request);
  }

  /** Removes a client's waiting request and returns it, {@code null} if it has none. */
  Waiting dequeue(int client) {
    return waiting.remove(client);
  }

  boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  boolean waits(int client) {
    return waiting.containsKey(client);
  }

  List<Waiting> waitingFor(int device) {
    List<Waiting> list = new ArrayList<>(waiting.values());
    list.removeIf(request -> request.device() != device);
    return list;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("used ").append(Arrays.toString(used)).append(" of ");
    text.append(Arrays.toString(total)).append(", by client");
    itemised.forEach((client, b) -> text.append(' ').append(client).append(Arrays.toString(b)));
    return text.append(", waiting ")
        .append(waiting())
        .append(", damage ")
        .append(damage)
        .toString();
  }
}
