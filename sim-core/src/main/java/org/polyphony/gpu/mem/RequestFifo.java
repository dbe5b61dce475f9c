package org.polyphony.gpu.mem;

/** First-in first-out queue of request slots with a bound. */
final class RequestFifo {
  private final int[] slots;
  private final int mask;
  private final int capacity;
  private int head;
  private int size;

  /**
   * Makes an empty queue.
   *
   * @param capacity requests it holds at most, at least 1
   */
  RequestFifo(int capacity) {
    this.capacity = capacity;
    slots = new int[Integer.highestOneBit(Math.max(1, capacity * 2 - 1))];
    mask = slots.length - 1;
  }

  boolean isEmpty() {
    return size == 0;
  }

  boolean isFull() {
    return size >= capacity;
  }

  int size() {
    return size;
  }

  int capacity() {
    return capacity;
  }

  /** Returns the oldest request; the queue must not be empty. */
  int peek() {
    assert size > 0;
    return slots[head & mask];
  }

  int pop() {
    assert size > 0;
    int request = slots[head & mask];
    size--;
    head = size == 0 ? 0 : head + 1; // a queue that empties often stays in few cache lines
    return request;
  }

  void push(int request) {
    assert size < capacity : "queue of " + capacity + " is full";
    slots[(head + size) & mask] = request;
    size++;
  }
}
