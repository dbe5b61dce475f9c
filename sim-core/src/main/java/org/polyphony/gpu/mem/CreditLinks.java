package org.polyphony.gpu.mem;

/**
 * Links from or to the crossbar, all in one direction, with credit-based flow control: a sender
 * spends a credit for each packet, and the receiver returns it once the packet has left the buffer
 * behind the link.
 *
 * <p>If credits take time, sender and receiver may be at different cycles, and on different
 * threads: each sees of the other what it had done at the last {@link #toReceiver} or {@link
 * #toSender}. As long as the two are called at least once per delay of the link, results do not
 * depend on when. If they take none, both ends see everything at once. Times are core cycles.
 */
final class CreditLinks {
  // what a sender writes, and what it sees of the receiver if that is apart
  private static final int SENT = 0;
  private static final int CREDITS_TAKEN = 1;
  private static final int CREDITS_SEEN = 2;

  // what a receiver writes, and what it sees of the sender if that is apart
  private static final int RECEIVED = 0;
  private static final int CREDITS_GIVEN = 1;
  private static final int ARRIVAL = 2;
  private static final int SENT_SEEN = 3;

  private static final int LINE = 16; // longs between ends on two threads: no common cache line
  private static final int TOGETHER = 8; // longs of a link whose ends are on one thread

  private final int links;
  private final int capacity;
  private final int creditLatency;
  private final int stride; // counters of a link; the sender's come first
  private final int receiver;
  private final int creditsSeen;
  private final int sentSeen;
  private final long[] counters;
  private final int ringMask;
  private final int ringStride;
  private final long[] rings; // by link: packets, each with its arrival
  private final int creditMask;
  private final int creditStride;
  private final long[] credits; // by link: when they return

  /**
   * Creates empty links.
   *
   * @param capacity credits of each, at least 1
   * @param creditLatency cycles from the return of a credit until the sender can spend it
   */
  CreditLinks(int links, int capacity, int creditLatency) {
    this.links = links;
    this.capacity = capacity;
    this.creditLatency = creditLatency;
    int ring = Integer.highestOneBit(Math.max(1, capacity * 2 - 1));
    ringMask = ring - 1;
    if (creditLatency == 0) {
      stride = TOGETHER;
      receiver = 2;
      creditsSeen = receiver + CREDITS_GIVEN;
      sentSeen = SENT;
      ringStride = 2 * ring;
      creditMask = 0; // the last one is enough
      creditStride = 1;
    } else {
      stride = 2 * LINE;
      receiver = LINE;
      creditsSeen = CREDITS_SEEN;
      sentSeen = receiver + SENT_SEEN;
      ringStride = 2 * ring + LINE;
      creditMask = ringMask;
      creditStride = ring + LINE;
    }
    counters = new long[links * stride];
    rings = new long[links * ringStride];
    credits = new long[links * creditStride];
    for (int link = 0; link < links; link++) {
      counters[link * stride + receiver + ARRIVAL] = Long.MAX_VALUE;
    }
  }

  int count() {
    return links;
  }

  /** Returns whether sender and receiver may be at different cycles. */
  boolean areApart() {
    return creditLatency > 0;
  }

  /** Returns whether a sender has a credit in a cycle. */
  boolean hasCredit(int link, long cycle) {
    int at = link * stride;
    long seen = counters[at + creditsSeen];
    if (creditLatency == 0) {
      counters[at + CREDITS_TAKEN] = seen;
      return counters[at + SENT] - seen < capacity;
    }
    long taken = counters[at + CREDITS_TAKEN];
    while (taken < seen && returned(link, taken) <= cycle) {
      taken++;
    }
    counters[at + CREDITS_TAKEN] = taken;
    return counters[at + SENT] - taken < capacity;
  }

  /** Returns the first cycle in which the next returned credit can be spent, if it is known. */
  long creditDue(int link) {
    long taken = counters[link * stride + CREDITS_TAKEN];
    boolean isKnown = taken < counters[link * stride + creditsSeen];
    return isKnown ? returned(link, taken) : Long.MAX_VALUE;
  }

  private long returned(int link, long credit) {
    return credits[link * creditStride + ((int) credit & creditMask)];
  }

  /** Sends a packet; the sender must have a credit. Arrivals must be in ascending order. */
  void send(int link, long packet, long arrival) {
    int at = link * stride;
    int place = place(link, counters[at + SENT]++);
    rings[place] = packet;
    rings[place + 1] = arrival;
    if (creditLatency == 0 && counters[at + receiver + ARRIVAL] == Long.MAX_VALUE) {
      counters[at + receiver + ARRIVAL] = arrival;
    }
  }

  private int place(int link, long number) {
    return link * ringStride + 2 * ((int) number & ringMask);
  }

  /** Makes sent packets visible to a receiver; returns whether there are any. */
  boolean toReceiver(int link) {
    int at = link * stride;
    int end = at + receiver;
    if (creditLatency > 0) {
      long sent = counters[at + SENT];
      counters[at + sentSeen] = sent;
      if (counters[end + ARRIVAL] == Long.MAX_VALUE && counters[end + RECEIVED] < sent) {
        counters[end + ARRIVAL] = rings[place(link, counters[end + RECEIVED]) + 1];
      }
    }
    return counters[end + ARRIVAL] != Long.MAX_VALUE;
  }

  /** Shows a sender the credits that have been returned. */
  void toSender(int link) {
    int at = link * stride;
    counters[at + creditsSeen] = counters[at + receiver + CREDITS_GIVEN];
  }

  /** Returns when the first packet arrives; {@link Long#MAX_VALUE} if none is known. */
  long arrival(int link) {
    return counters[link * stride + receiver + ARRIVAL];
  }

  /** Returns the packet that arrives first; one must be known. */
  long arriving(int link) {
    return rings[place(link, counters[link * stride + receiver + RECEIVED])];
  }

  /** Puts the packet that arrives first into the buffer. */
  void receive(int link) {
    int at = link * stride;
    long received = ++counters[at + receiver + RECEIVED];
    boolean isKnown = received < counters[at + sentSeen];
    counters[at + receiver + ARRIVAL] = isKnown ? rings[place(link, received) + 1] : Long.MAX_VALUE;
  }

  /** Returns the number of packets in the buffer. */
  int waiting(int link) {
    int at = link * stride + receiver;
    return (int) (counters[at + RECEIVED] - counters[at + CREDITS_GIVEN]);
  }

  /** Returns the first packet in the buffer, which must not be empty. */
  long first(int link) {
    return rings[place(link, counters[link * stride + receiver + CREDITS_GIVEN])];
  }

  /** Returns when the first packet in the buffer arrived; the buffer must not be empty. */
  long arrivalOfFirst(int link) {
    return rings[place(link, counters[link * stride + receiver + CREDITS_GIVEN]) + 1];
  }

  /** Removes and returns the first packet in the buffer, and returns its credit. */
  long remove(int link, long cycle) {
    int at = link * stride;
    long given = counters[at + receiver + CREDITS_GIVEN];
    long packet = rings[place(link, given)];
    counters[at + receiver + CREDITS_GIVEN] = given + 1;
    credits[link * creditStride + ((int) given & creditMask)] = cycle + creditLatency;
    if (creditLatency == 0 && given + 1 == counters[at + SENT]) {
      startAgain(at);
    }
    return packet;
  }

  /** Removes and returns the packet that arrives first, which enters no buffer. */
  long take(int link, long cycle) {
    receive(link);
    return remove(link, cycle);
  }

  /**
   * Counts from the first place again, after one packet whose credit the sender has not yet taken:
   * a short queue stays in few cache lines.
   */
  private void startAgain(int at) {
    counters[at + SENT] = 1;
    counters[at + CREDITS_TAKEN] = 0;
    counters[at + receiver + RECEIVED] = 1;
    counters[at + receiver + CREDITS_GIVEN] = 1;
  }

  /** Returns whether no packet is under way or in the buffer, seen from both ends. */
  boolean isEmpty(int link) {
    int at = link * stride;
    return counters[at + SENT] == counters[at + receiver + CREDITS_GIVEN];
  }

  /** Returns whether all credits are spent and none is under way, seen from both ends. */
  boolean isFull(int link) {
    int at = link * stride;
    return counters[at + SENT] - counters[at + receiver + CREDITS_GIVEN] == capacity;
  }
}
