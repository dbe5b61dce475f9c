package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * First-ready first-come-first-served (FR-FCFS) scheduler queue of a DRAM channel.
 *
 * <p>One list per bank in arrival order. A bank that becomes free gets the oldest request to its
 * open row, or else its oldest request. Source: Rixner et al., ISCA 2000. Where a {@link
 * ScheduledQueue} chooses the requests, this queue only keeps them.
 */
final class FrFcfsQueue {
  private final DramRequests entries;
  private final int capacity;
  private final int[] first;
  private final int[] last;
  private long waitingBanks;
  private int size;

  FrFcfsQueue(int capacity, int banks, DramRequests entries) {
    this.capacity = capacity;
    this.entries = entries;
    first = new int[banks];
    last = new int[banks];
    Arrays.fill(first, DramRequests.NONE);
    Arrays.fill(last, DramRequests.NONE);
  }

  boolean isFull() {
    return size >= capacity;
  }

  /** Returns the banks that have requests; bit b is bank b. */
  long waitingBanks() {
    return waitingBanks;
  }

  void add(int entry) {
    int bank = entries.bank(entry);
    entries.link(entry, DramRequests.NONE);
    if (first[bank] == DramRequests.NONE) {
      first[bank] = entry;
    } else {
      entries.link(last[bank], entry);
    }
    last[bank] = entry;
    waitingBanks |= 1L << bank;
    size++;
  }

  /** Removes and returns the next request of a bank, which must have one. */
  int take(int bank, int openRow) {
    int before = DramRequests.NONE;
    int previous = DramRequests.NONE;
    int entry = first[bank];
    while (entry != DramRequests.NONE && entries.row(entry) != openRow) {
      previous = entry;
      entry = entries.next(entry);
    }
    if (entry == DramRequests.NONE) {
      entry = first[bank];
    } else {
      before = previous;
    }
    remove(bank, entry, before);
    return entry;
  }

  /** Removes a request that another scheduler has chosen. */
  void remove(int entry) {
    int bank = entries.bank(entry);
    int before = DramRequests.NONE;
    for (int each = first[bank]; each != entry; each = entries.next(each)) {
      before = each;
    }
    remove(bank, entry, before);
  }

  private void remove(int bank, int entry, int before) {
    int after = entries.next(entry);
    if (before == DramRequests.NONE) {
      first[bank] = after;
    } else {
      entries.link(before, after);
    }
    if (after == DramRequests.NONE) {
      last[bank] = before;
    }
    if (first[bank] == DramRequests.NONE) {
      waitingBanks &= ~(1L << bank);
    }
    size--;
  }
}
