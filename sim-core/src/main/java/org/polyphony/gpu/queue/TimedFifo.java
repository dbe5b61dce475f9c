package org.polyphony.gpu.queue;

/** FIFO queue of requests, each with a time, in ascending order of time; grows as needed. */
public final class TimedFifo {
  private long[] ring; // by place: request, time
  private int mask;
  private int head;
  private int size;
  private long first = Long.MAX_VALUE; // time of the oldest, cached since it is read most often

  /**
   * Creates an empty queue.
   *
   * @param capacity initial capacity, at least 1
   */
  public TimedFifo(int capacity) {
    int places = Integer.highestOneBit(Math.max(1, capacity * 2 - 1));
    ring = new long[2 * places];
    mask = places - 1;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  /** Returns whether the oldest request is due; a time of {@link Long#MAX_VALUE} never is. */
  public boolean isDue(long time) {
    return first <= time;
  }

  /** Returns the time of the oldest request, or {@link Long#MAX_VALUE} if there is none. */
  public long peekTime() {
    return first;
  }

  /** Returns the oldest request; the queue must not be empty. */
  public int peek() {
    assert size > 0;
    return (int) ring[2 * (head & mask)];
  }

  /** Removes and returns the oldest request; the queue must not be empty. */
  public int pop() {
    assert size > 0;
    int request = (int) ring[2 * (head & mask)];
    size--;
    head = size == 0 ? 0 : head + 1; // restarting at 0 keeps a short queue in few cache lines
    first = size == 0 ? Long.MAX_VALUE : ring[2 * (head & mask) + 1];
    return request;
  }

  /** Appends a request; its time must not be before the last one's. */
  public void push(int request, long time) {
    if (size > mask) {
      grow();
    }
    int tail = 2 * ((head + size) & mask);
    first = Math.min(first, time);
    ring[tail] = request;
    ring[tail + 1] = time;
    size++;
  }

  private void grow() {
    long[] grown = new long[2 * ring.length];
    for (int i = 0; i < size; i++) {
      System.arraycopy(ring, 2 * ((head + i) & mask), grown, 2 * i, 2);
    }
    ring = grown;
    mask = 2 * mask + 1;
    head = 0;
  }
}
