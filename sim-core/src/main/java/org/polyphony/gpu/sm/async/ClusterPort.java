package org.polyphony.gpu.sm.async;

import java.util.Arrays;

/**
 * The messages between an SM and others, each with the cycle in which it arrives. Those to other
 * SMs are taken over at the end of a window of cycles, so they must take at least as long as a
 * window; messages to the SM itself may take one cycle.
 *
 * <p>A message goes to a thread block; it is lost if that has left. Messages arrive in order of
 * their cycles; those of one cycle have the same effect in any order. State per thread-block slot:
 * the number of its launches, and messages in the inbox.
 */
public final class ClusterPort {
  /** Arrivals at an mbarrier; the value is their number. */
  static final int ARRIVE = 0;

  /** Bytes for an mbarrier that tensor memory accelerators have written. */
  static final int DATA = 1;

  /** Bytes for an mbarrier that warps have written. */
  static final int STORED = 2;

  /** All warps of a thread block have arrived at the cluster's barrier; the value is its rank. */
  static final int AT_BARRIER = 3;

  /** All warps of a thread block have ended; the value is its rank. */
  static final int LEFT = 4;

  /** Bytes that an mbarrier is to wait for, with an arrival. */
  static final int EXPECT = 5;

  /** A tile that the cluster has drawn; the value is its number. */
  static final int TILE = 6;

  private static final int STRIDE = 4;
  private static final int SLOT_SHIFT = 32;
  private static final int SM_SHIFT = 40;
  private static final int KIND_SHIFT = 32;

  private final int sm;
  private final int[] launches;
  private final int[] underWay; // messages to a slot in the inbox
  private long[] sent = new long[16 * STRIDE]; // arrival, place, what, value
  private int sentEnd;
  private long[] inbox = new long[16 * STRIDE]; // by arrival, from inboxStart
  private int inboxStart;
  private int inboxEnd;

  ClusterPort(int sm, int blocks) {
    this.sm = sm;
    this.launches = new int[blocks];
    this.underWay = new int[blocks];
  }

  /** Counts a launch; returns its number. */
  int launched(int block) {
    return ++launches[block];
  }

  /** Returns the number of the thread block in a slot. */
  int launches(int block) {
    return launches[block];
  }

  /** Sends a message to a thread block of the same SM. */
  void sendHere(long arrival, int block, int kind, int address, long value) {
    insert(arrival, place(sm, block, launches[block]), what(kind, address), value);
  }

  /** Sends a message to a thread block of a cluster. */
  void send(long arrival, Cluster cluster, int rank, int kind, int address, long value) {
    long place = place(cluster.sm(rank), cluster.slot(rank), cluster.launch(rank));
    if (cluster.sm(rank) == sm) {
      insert(arrival, place, what(kind, address), value);
      return;
    }
    if (sentEnd == sent.length) {
      sent = Arrays.copyOf(sent, 2 * sentEnd);
    }
    put(sent, sentEnd, arrival, place, what(kind, address), value);
    sentEnd += STRIDE;
  }

  private static long place(int sm, int block, int launch) {
    return (long) sm << SM_SHIFT | (long) block << SLOT_SHIFT | launch;
  }

  private static int block(long place) {
    return (int) (place >>> SLOT_SHIFT) & 0xff;
  }

  private static long what(int kind, int address) {
    return (long) kind << KIND_SHIFT | address;
  }

  private static void put(long[] to, int at, long arrival, long place, long what, long value) {
    to[at] = arrival;
    to[at + 1] = place;
    to[at + 2] = what;
    to[at + 3] = value;
  }

  private void insert(long arrival, long place, long what, long value) {
    if (inboxEnd == inbox.length) {
      makeRoom();
    }
    int at = inboxEnd;
    while (at > inboxStart && inbox[at - STRIDE] > arrival) {
      System.arraycopy(inbox, at - STRIDE, inbox, at, STRIDE);
      at -= STRIDE;
    }
    put(inbox, at, arrival, place, what, value);
    inboxEnd += STRIDE;
    underWay[block(place)]++;
  }

  private void makeRoom() {
    int left = inboxEnd - inboxStart;
    long[] to = 2 * left > inbox.length ? new long[2 * inbox.length] : inbox;
    System.arraycopy(inbox, inboxStart, to, 0, left);
    inbox = to;
    inboxStart = 0;
    inboxEnd = left;
  }

  /** Returns whether no message is on its way to a slot, as far as the SM knows. */
  boolean isQuiet(int block) {
    return underWay[block] == 0;
  }

  /** Returns whether there are messages to other SMs. */
  public boolean hasSent() {
    return sentEnd > 0;
  }

  /** Collects the messages of all SMs to other SMs. */
  public interface Exchange {
    /** Returns the port of an SM, to which a message arrives in a cycle. */
    ClusterPort to(int sm, long arrival);
  }

  /** Hands over all messages to other SMs, in the order in which they were sent. */
  public void handOver(Exchange exchange) {
    for (int at = 0; at < sentEnd; at += STRIDE) {
      ClusterPort to = exchange.to((int) (sent[at + 1] >>> SM_SHIFT), sent[at]);
      to.insert(sent[at], sent[at + 1], sent[at + 2], sent[at + 3]);
    }
    sentEnd = 0;
  }

  /** Returns the cycle of the first message; {@code Long.MAX_VALUE} if there is none. */
  long nextArrival() {
    return inboxStart == inboxEnd ? Long.MAX_VALUE : inbox[inboxStart];
  }

  /** Delivers the messages that have arrived by a cycle. */
  void deliver(long cycle, AsyncUnit receiver) {
    while (nextArrival() <= cycle) {
      int at = inboxStart;
      inboxStart += STRIDE;
      int block = block(inbox[at + 1]);
      underWay[block]--;
      if (launches[block] == (int) inbox[at + 1]) {
        int kind = (int) (inbox[at + 2] >>> KIND_SHIFT);
        receiver.receive(cycle, kind, block, (int) inbox[at + 2], inbox[at + 3]);
      }
    }
    if (inboxStart == inboxEnd) {
      inboxStart = 0;
      inboxEnd = 0;
    }
  }
}
