package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * What a DRAM channel has accepted and not yet returned: an entry each, one array per field.
 *
 * <p>State per entry: request; slice of the channel, from 0; bank, row; write; bursts, the column
 * commands still to issue; next in the list that holds the entry.
 */
final class DramRequests {
  /** No entry. */
  static final int NONE = -1;

  final int[] request;
  final int[] slice;
  final int[] bank;
  final int[] row;
  final boolean[] write;
  final int[] bursts;
  final int[] next;
  private int firstFree;
  private int live;

  DramRequests(int capacity) {
    request = new int[capacity];
    slice = new int[capacity];
    bank = new int[capacity];
    row = new int[capacity];
    write = new boolean[capacity];
    bursts = new int[capacity];
    next = new int[capacity];
    Arrays.setAll(next, entry -> entry + 1 < capacity ? entry + 1 : NONE);
  }

  /** Takes a free entry. */
  int take() {
    int entry = firstFree;
    assert entry != NONE : "more than " + next.length + " requests in a DRAM channel";
    firstFree = next[entry];
    live++;
    return entry;
  }

  void free(int entry) {
    next[entry] = firstFree;
    firstFree = entry;
    live--;
  }

  int live() {
    return live;
  }
}
