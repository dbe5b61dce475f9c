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
  // what the sender and what the receiver writes, in cache lines of their own
  private static final int SENT = 16;
  private static final int CREDITS_TAKEN = 17;
  private static final int CREDITS_SEEN = 18;
  private static final int RECEIVED = 48;
  private static final int CREDITS_GIVEN = 49;
  private static final int SENT_SEEN = 50;
  private static final int COUNTERS = 80;

  private final int capacity;
  private final int creditLatency;
  private final int mask;
  private final long[] counters = new long[COUNTERS];
  private final long[] packets; // ring: those sent
  private final long[] arrivals; // ring: when they arrive
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
    packets = new long[ring + SENT]; // so that the next array begins in another cache line
    arrivals = new long[ring + SENT];
    credits = new long[ring + SENT];
    Arrays.fill(credits, Long.MAX_VALUE);
  }

  /** Returns whether the sender has a credit in a cycle. */
  boolean hasCredit(long cycle) {
    long[] own = counters;
    while (own[CREDITS_TAKEN] < own[CREDITS_SEEN]
        && credits[(int) own[CREDITS_TAKEN] & mask] <= cycle) {
      own[CREDITS_TAKEN]++;
    }
    return own[SENT] - own[CREDITS_TAKEN] < capacity;
  }

  /** Returns the first cycle in which the next returned credit can be spent, if it is known. */
  long creditDue() {
    boolean isKnown = counters[CREDITS_TAKEN] < counters[CREDITS_SEEN];
    return isKnown ? credits[(int) counters[CREDITS_TAKEN] & mask] : Long.MAX_VALUE;
  }

  /** Sends a packet; the sender must have a credit. Arrivals must be in ascending order. */
  void send(int packet, long arrival) {
    int at = (int) counters[SENT]++ & mask;
    packets[at] = packet;
    arrivals[at] = arrival;
  }

  /** Shows the receiver what has been sent; returns whether it has something to receive. */
  boolean toReceiver() {
    counters[SENT_SEEN] = counters[SENT];
    return counters[RECEIVED] < counters[SENT];
  }

  /** Shows the sender the credits that have been returned. */
  void toSender() {
    counters[CREDITS_SEEN] = counters[CREDITS_GIVEN];
  }

  /** Returns when the first packet arrives; {@link Long#MAX_VALUE} if none is known. */
  long arrival() {
    boolean isKnown = counters[RECEIVED] < counters[SENT_SEEN];
    return isKnown ? arrivals[(int) counters[RECEIVED] & mask] : Long.MAX_VALUE;
  }

  /** Returns the first packet; one must be known. */
  int peek() {
    return (int) packets[(int) counters[RECEIVED] & mask];
  }

  /** Removes the first packet, whose credit is still to be returned. */
  void receive() {
    counters[RECEIVED]++;
  }

  /** Returns the credit of the packet that was received first among those not yet credited. */
  void credit(long cycle) {
    credits[(int) counters[CREDITS_GIVEN]++ & mask] = cycle + creditLatency;
  }

  boolean isEmpty() {
    return counters[SENT] == counters[RECEIVED];
  }
}
