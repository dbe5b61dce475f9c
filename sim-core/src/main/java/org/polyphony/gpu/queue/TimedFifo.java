package org.polyphony.gpu.queue;

import java.util.Arrays;

/** FIFO queue of requests, each with a time, in ascending order of time; grows as needed. */
public final class TimedFifo {
  private int[] slots;
  private long[] times;
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
    slots = new int[Integer.highestOneBit(Math.max(1, capacity * 2 - 1))];
    times = new long[slots.length];
    mask = slots.length - 1;
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
    return slots[head & mask];
  }

  /** Removes and returns the oldest request; the queue must not be empty. */
  public int pop() {
    assert size > 0;
    int request = slots[head & mask];
    size--;
    head = size == 0 ? 0 : head + 1; // restarting at 0 keeps a short queue in few cache lines
    first = size == 0 ? Long.MAX_VALUE : times[head & mask];
    return request;
  }

  /** Appends a request; its time must not be before the last one's. */
  public void push(int request, long time) {
    if (size == slots.length) {
      grow();
    }
    int tail = (head + size) & mask;
    first = Math.min(first, time);
    slots[tail] = request;
    times[tail] = time;
    size++;
  }

  private void grow() {
    int old = slots.length;
    int[] grownSlots = Arrays.copyOf(slots, old * 2);
    long[] grownTimes = Arrays.copyOf(times, old * 2);
    for (int i = 0; i < size; i++) {
      grownSlots[i] = slots[(head + i) & mask];
      grownTimes[i] = times[(head + i) & mask];
    }
    slots = grownSlots;
    times = grownTimes;
    mask = old * 2 - 1;
    head = 0;
  }
}
