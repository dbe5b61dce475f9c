package org.polyphony.gpu.queue;

import java.util.Arrays;

/** FIFO queue of slot numbers that grows as needed. */
public final class RequestFifo {
  private final int capacity;
  private int[] slots;
  private int mask;
  private int head;
  private int size;

  /**
   * Creates an empty queue.
   *
   * @param capacity initial capacity, at least 1; to use it as a bound, check {@link #isFull}
   */
  public RequestFifo(int capacity) {
    this.capacity = capacity;
    slots = new int[Integer.highestOneBit(Math.max(1, capacity * 2 - 1))];
    mask = slots.length - 1;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public boolean isFull() {
    return size >= capacity;
  }

  public int size() {
    return size;
  }

  public int capacity() {
    return capacity;
  }

  /** Returns the oldest entry; the queue must not be empty. */
  public int peek() {
    assert size > 0;
    return slots[head & mask];
  }

  /** Removes and returns the oldest entry; the queue must not be empty. */
  public int pop() {
    assert size > 0;
    int request = slots[head & mask];
    size--;
    head = size == 0 ? 0 : head + 1; // restarting at 0 keeps a short queue in few cache lines
    return request;
  }

  public void push(int request) {
    if (size == slots.length) {
      grow();
    }
    slots[(head + size) & mask] = request;
    size++;
  }

  private void grow() {
    int[] grown = Arrays.copyOf(slots, slots.length * 2);
    for (int i = 0; i < size; i++) {
      grown[i] = slots[(head + i) & mask];
    }
    slots = grown;
    mask = grown.length - 1;
    head = 0;
  }
}
