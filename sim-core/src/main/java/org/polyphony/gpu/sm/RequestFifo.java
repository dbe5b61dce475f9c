package org.polyphony.gpu.sm;

import java.util.Arrays;

/** A first-in first-out queue of request numbers in a ring; grows when it is not bounded by use. */
final class RequestFifo {
  private int[] entries;
  private int first;
  private int size;

  RequestFifo(int capacity) {
    entries = new int[Integer.highestOneBit(Math.max(1, capacity)) * 2];
  }

  void add(int entry) {
    if (size == entries.length) {
      grow();
    }
    entries[first + size & entries.length - 1] = entry;
    size++;
  }

  int head() {
    return entries[first];
  }

  int poll() {
    int entry = entries[first];
    first = first + 1 & entries.length - 1;
    size--;
    return entry;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  private void grow() {
    int[] wider = Arrays.copyOf(entries, entries.length * 2);
    System.arraycopy(entries, 0, wider, entries.length, first);
    entries = wider;
  }
}
