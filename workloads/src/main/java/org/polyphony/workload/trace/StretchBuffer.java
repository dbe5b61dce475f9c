package org.polyphony.workload.trace;

import java.io.IOException;
import java.util.Arrays;

/** What a warp executes of a stretch, until it goes on in source order. */
final class StretchBuffer {
  private final TraceStretches stretches;
  private final int[] numbers; // in the target, by static instruction
  private final PackedWriter writer;
  private Entry[] entries = new Entry[64];
  private int size;

  /** One instruction of the warp; reused. */
  private static final class Entry {
    int index;
    int mask;
    boolean hasAddresses;
    final long[] lanes = new long[32];
  }

  StretchBuffer(TraceStretches stretches, int[] numbers, PackedWriter writer) {
    this.stretches = stretches;
    this.numbers = numbers;
    this.writer = writer;
  }

  /** Adds the next instruction of the warp; {@code lanes} is null when it has no addresses. */
  void add(int index, int mask, long[] lanes) throws IOException {
    if (size > 0 && !goesOn(entries[size - 1].index, index)) {
      flush();
    }
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, size * 2);
    }
    if (entries[size] == null) {
      entries[size] = new Entry();
    }
    Entry entry = entries[size++];
    entry.index = index;
    entry.mask = mask;
    entry.hasAddresses = lanes != null;
    if (lanes != null) {
      System.arraycopy(lanes, 0, entry.lanes, 0, lanes.length);
    }
  }

  private boolean goesOn(int last, int index) {
    return stretches.isOneStretch(last, index) && stretches.place(index) > stretches.place(last);
  }

  /** Writes what it holds; each instruction of the stretch is there once at most. */
  void flush() throws IOException {
    Arrays.sort(
        entries,
        0,
        size,
        (a, b) -> Integer.compare(stretches.rank(a.index), stretches.rank(b.index)));
    for (int i = 0; i < size; i++) {
      Entry entry = entries[i];
      writer.add(numbers[entry.index], entry.mask, entry.hasAddresses ? entry.lanes : null);
    }
    size = 0;
  }
}
