package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * The requests that a DRAM channel has accepted and not yet returned, one entry each in a flat
 * array.
 *
 * <p>State per entry: request and its kernel; slice of the channel, from 0; bank, row; whether it
 * is a write; remaining bursts (column commands); next entry in its list.
 */
final class DramRequests {
  /** No entry. */
  static final int NONE = -1;

  private static final int STRIDE = 8; // ints per entry, within one cache line
  private static final int REQUEST = 0;
  private static final int SLICE = 1;
  private static final int BANK = 2;
  private static final int ROW = 3;
  private static final int WRITE = 4;
  private static final int BURSTS = 5;
  private static final int NEXT = 6;
  private static final int KERNEL = 7;

  private final int[] fields;
  private int firstFree = NONE;
  private int live;

  DramRequests(int capacity) {
    fields = new int[capacity * STRIDE];
    Arrays.fill(fields, NONE);
    for (int entry = capacity - 1; entry >= 0; entry--) {
      link(entry, firstFree);
      firstFree = entry;
    }
  }

  /**
   * Allocates an entry.
   *
   * @param bursts column commands required; negative for a write
   * @return the entry; call {@link #place} next
   */
  int take(int request, int kernel, int slice, int bursts) {
    int entry = firstFree;
    assert entry != NONE : "more requests than credits in a DRAM channel";
    firstFree = next(entry);
    live++;
    int base = entry * STRIDE;
    fields[base + REQUEST] = request;
    fields[base + KERNEL] = kernel;
    fields[base + SLICE] = slice;
    fields[base + WRITE] = bursts < 0 ? 1 : 0;
    fields[base + BURSTS] = Math.abs(bursts);
    return entry;
  }

  /** Sets the bank and row of an entry. */
  void place(int entry, int bank, int row) {
    fields[entry * STRIDE + BANK] = bank;
    fields[entry * STRIDE + ROW] = row;
  }

  void free(int entry) {
    link(entry, firstFree);
    firstFree = entry;
    live--;
  }

  int live() {
    return live;
  }

  int request(int entry) {
    return fields[entry * STRIDE + REQUEST];
  }

  int kernel(int entry) {
    return fields[entry * STRIDE + KERNEL];
  }

  int slice(int entry) {
    return fields[entry * STRIDE + SLICE];
  }

  int bank(int entry) {
    return fields[entry * STRIDE + BANK];
  }

  int row(int entry) {
    return fields[entry * STRIDE + ROW];
  }

  boolean isWrite(int entry) {
    return fields[entry * STRIDE + WRITE] != 0;
  }

  int bursts(int entry) {
    return fields[entry * STRIDE + BURSTS];
  }

  /** Counts an issued burst; returns the remaining ones. */
  int issueBurst(int entry) {
    return --fields[entry * STRIDE + BURSTS];
  }

  int next(int entry) {
    return fields[entry * STRIDE + NEXT];
  }

  void link(int entry, int following) {
    fields[entry * STRIDE + NEXT] = following;
  }
}
