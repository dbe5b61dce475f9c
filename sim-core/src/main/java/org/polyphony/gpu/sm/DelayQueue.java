package org.polyphony.gpu.sm;

/**
 * A shift register of a fixed number of stages: one entry enters a cycle, none leaves before it has
 * passed all stages, and a head that cannot leave lets the others close up behind it.
 */
final class DelayQueue {
  private final int stages;
  private final int mask;
  private final int[] entries;
  private final long[] ready;
  private int first;
  private int size;
  private long headReady = Long.MAX_VALUE; // of an empty queue, never
  private long lastEntry = -1;

  DelayQueue(int stages) {
    this.stages = stages;
    int capacity = Integer.highestOneBit(Math.max(1, stages)) * 2;
    this.mask = capacity - 1;
    this.entries = new int[capacity];
    this.ready = new long[capacity];
  }

  /** Returns true when the first stage is free in this cycle. */
  boolean canEnter(long cycle) {
    return size < stages && lastEntry != cycle;
  }

  void enter(long cycle, int entry) {
    int at = first + size & mask;
    entries[at] = entry;
    ready[at] = cycle + stages;
    headReady = Math.min(headReady, cycle + stages);
    lastEntry = cycle;
    size++;
  }

  /** Returns true when the head has passed all stages. */
  boolean isReady(long cycle) {
    return headReady <= cycle;
  }

  /** Returns the cycle at which the head has passed all stages, or {@code Long.MAX_VALUE}. */
  long readyAt() {
    return headReady;
  }

  int head() {
    return entries[first];
  }

  /** Takes the head in this cycle; the next one leaves in the next cycle at the earliest. */
  void leave(long cycle) {
    first = first + 1 & mask;
    size--;
    headReady = size == 0 ? Long.MAX_VALUE : Math.max(ready[first], cycle + 1);
  }

  boolean isEmpty() {
    return size == 0;
  }
}
