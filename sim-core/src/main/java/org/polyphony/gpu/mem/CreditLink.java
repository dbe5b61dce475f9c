package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * A one-way link between an SM and the crossbar with credit-based flow control: the sender spends a
 * credit for each packet, and the receiver returns it once the packet has left the buffer behind
 * the link.
 *
 * <p>Sender and receiver may be at different cycles, and on different threads: each sees of the
 * other what it had done at the last {@link #toReceiver} or {@link #toSender}. As long as the two
 * are called at least once per delay of the link, results do not depend on when. Times are core
 * cycles.
 */
final class CreditLink {
  // what the sender writes, and what it sees of the receiver
  private static final int SENT = 0;
  private static final int CREDITS_TAKEN = 1;
  private static final int CREDITS_SEEN = 2;

  // what the receiver writes, and what it sees of the sender
  private static final int RECEIVED = 0;
  private static final int CREDITS_GIVEN = 1;
  private static final int SENT_SEEN = 2;

  private static final int LINES = 16; // longs between ends on two threads: no common cache line

  private final int capacity;
  private final int creditLatency;
  private final int mask;
  private final int sender; // where its counters are
  private final int receiver;
  private final long[] counters;
  private final long[] packets; // ring: each with its arrival
  private final long[] credits; // ring: when they return

  /**
   * Creates an empty link.
   *
   * @param capacity credits, at least 1
   * @param creditLatency cycles from the return of a credit until the sender can spend it
   */
  CreditLink(int capacity, int creditLatency) {
    this.capacity = capacity;
    this.creditLatency = creditLatency;
    int ring = Integer.highestOneBit(Math.max(1, capacity * 2 - 1));
    mask = ring - 1;
    int apart = creditLatency == 0 ? 0 : LINES; // without a latency, both are on one thread
    sender = apart;
    receiver = 3 + 2 * apart;
    counters = new long[receiver + 3 + apart];
    packets = new long[2 * ring + apart];
    credits = new long[ring + apart];
    Arrays.fill(credits, Long.MAX_VALUE);
  }

  /** Returns whether the sender has a credit in a cycle. */
  boolean hasCredit(long cycle) {
    long taken = counters[sender + CREDITS_TAKEN];
    long seen = counters[sender + CREDITS_SEEN];
    while (taken < seen && credits[(int) taken & mask] <= cycle) {
      taken++;
    }
    counters[sender + CREDITS_TAKEN] = taken;
    return counters[sender + SENT] - taken < capacity;
  }

  /** Returns the first cycle in which the next returned credit can be spent, if it is known. */
  long creditDue() {
    long taken = counters[sender + CREDITS_TAKEN];
    return taken < counters[sender + CREDITS_SEEN] ? credits[(int) taken & mask] : Long.MAX_VALUE;
  }

  /** Sends a packet; the sender must have a credit. Arrivals must be in ascending order. */
  void send(int packet, long arrival) {
    int at = 2 * ((int) counters[sender + SENT]++ & mask);
    packets[at] = packet;
    packets[at + 1] = arrival;
  }

  /** Shows the receiver what has been sent; returns whether it has something to receive. */
  boolean toReceiver() {
    long sent = counters[sender + SENT];
    counters[receiver + SENT_SEEN] = sent;
    return counters[receiver + RECEIVED] < sent;
  }

  /** Shows the sender the credits that have been returned. */
  void toSender() {
    long given = counters[receiver + CREDITS_GIVEN];
    counters[sender + CREDITS_SEEN] = given;
    if (creditLatency == 0 && given > 1 && given == counters[sender + SENT]) {
      startAgain(credits[(int) (given - 1) & mask]);
    }
  }

  /**
   * Counts from the first place again, after one packet: a short queue stays in few cache lines.
   */
  private void startAgain(long lastCredit) {
    Arrays.fill(counters, 1);
    counters[sender + CREDITS_TAKEN] = 0; // so that the sender learns when the last one came
    credits[0] = lastCredit;
  }

  /** Returns when the first packet arrives; {@link Long#MAX_VALUE} if none is known. */
  long arrival() {
    long received = counters[receiver + RECEIVED];
    boolean isKnown = received < counters[receiver + SENT_SEEN];
    return isKnown ? packets[2 * ((int) received & mask) + 1] : Long.MAX_VALUE;
  }

  /** Returns the first packet; one must be known. */
  int peek() {
    return (int) packets[2 * ((int) counters[receiver + RECEIVED] & mask)];
  }

  /** Removes the first packet, whose credit is still to be returned. */
  void receive() {
    counters[receiver + RECEIVED]++;
  }

  /** Returns the credit of the packet that was received first among those not yet credited. */
  void credit(long cycle) {
    credits[(int) counters[receiver + CREDITS_GIVEN]++ & mask] = cycle + creditLatency;
  }

  boolean isEmpty() {
    return counters[sender + SENT] == counters[receiver + RECEIVED];
  }
}
