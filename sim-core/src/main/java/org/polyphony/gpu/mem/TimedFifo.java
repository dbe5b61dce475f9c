package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * First-in first-out queue of requests with a time each, in order of time; grows as needed.
 *
 * <p>State per place: the time, and in the low bits the request.
 */
final class TimedFifo {
  private static final int REQUEST_BITS = 24; // of a number from -1 on

  private long[] places;
  private int mask;
  private int head;
  private int size;

  /**
   * Makes an empty queue.
   *
   * @param capacity requests it holds before it grows, at least 1
   */
  TimedFifo(int capacity) {
    places = new long[Integer.highestOneBit(Math.max(1, capacity * 2 - 1))];
    mask = places.length - 1;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** Returns whether there is a request whose time has come. */
  boolean isDue(long time) {
    return size > 0 && places[head & mask] >> REQUEST_BITS <= time;
  }

  /** Returns the time of the oldest request; the queue must not be empty. */
  long peekTime() {
    assert size > 0;
    return places[head & mask] >> REQUEST_BITS;
  }

  int peek() {
    assert size > 0;
    return request(places[head & mask]);
  }

  int pop() {
    assert size > 0;
    int request = request(places[head & mask]);
    size--;
    head = size == 0 ? 0 : head + 1; // a queue that empties often stays in few cache lines
    return request;
  }

  private static int request(long place) {
    int unused = Integer.SIZE - REQUEST_BITS;
    return (int) place << unused >> unused;
  }

  /**
   * Adds a request.
   *
   * @param request -1 to 2^23 - 1
   * @param time not before that of the last request, less than 2^39
   */
  void push(int request, long time) {
    if (size == places.length) {
      grow();
    }
    places[(head + size) & mask] = time << REQUEST_BITS | (request & (1L << REQUEST_BITS) - 1);
    size++;
  }

  private void grow() {
    int old = places.length;
    long[] grown = Arrays.copyOf(places, old * 2);
    for (int i = 0; i < size; i++) {
      grown[i] = places[(head + i) & mask];
    }
    places = grown;
    mask = old * 2 - 1;
    head = 0;
  }
}
