package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * Miss status holding registers: an entry per outstanding sector, with the requests it will serve.
 *
 * <p>The requests of an entry are linked through {@link MemoryRequests#next} in order of arrival.
 */
public final class MshrTable {
  /** No entry and no request. */
  public static final int NONE = -1;

  private final MemoryRequests requests;
  private final int merges;
  private final LineIndex index;
  private final int[] first;
  private final int[] last;
  private final int[] merged;
  private final long[] addresses;
  private final int[] free;
  private int size;

  /**
   * Makes an empty table.
   *
   * @param entries sectors that can be outstanding, at least 1
   * @param merges requests that one entry serves at most, at least 1
   * @param requests the pool of the requests
   */
  public MshrTable(int entries, int merges, MemoryRequests requests) {
    this.requests = requests;
    this.merges = merges;
    addresses = new long[entries];
    index = new LineIndex(addresses);
    first = new int[entries];
    last = new int[entries];
    merged = new int[entries];
    free = new int[entries];
    Arrays.setAll(free, entry -> entry);
  }

  /** Returns whether a sector is outstanding. */
  public boolean has(long address) {
    return index.get(address) != NONE;
  }

  /** Returns whether the entry of a sector that is outstanding takes one more request. */
  public boolean canMerge(long address) {
    int entry = index.get(address);
    return entry != NONE && merged[entry] < merges;
  }

  /** Returns whether there is an entry left for a sector that is not outstanding. */
  public boolean canAllocate() {
    return size < free.length;
  }

  /** Returns whether {@link #add} would accept a request for a sector. */
  public boolean canAdd(long address) {
    int entry = index.get(address);
    return entry == NONE ? canAllocate() : merged[entry] < merges;
  }

  /**
   * Adds a request to the entry of its sector, which is made when there is none.
   *
   * @param address first byte of the sector
   * @param request slot in the pool, which is in no other list
   * @throws IllegalStateException when {@link #canAdd} says no
   */
  public void add(long address, int request) {
    int entry = index.get(address);
    requests.link(request, MemoryRequests.NONE);
    if (entry == NONE) {
      open(address, request);
      return;
    }
    if (merged[entry] == merges) {
      throw new IllegalStateException("no merge left for sector " + address);
    }
    requests.link(last[entry], request);
    last[entry] = request;
    merged[entry]++;
  }

  /**
   * Ends the entry of a sector.
   *
   * @param address first byte of a sector that is outstanding
   * @return its first request, from which {@link MemoryRequests#next} leads to the others
   * @throws IllegalStateException when the sector is not outstanding
   */
  public int release(long address) {
    int entry = index.get(address);
    if (entry == NONE) {
      throw new IllegalStateException("not outstanding: sector " + address);
    }
    return end(entry);
  }

  /** Returns the entry of a sector, or {@link #NONE} when it is not outstanding. */
  int entryOf(long address) {
    return index.get(address);
  }

  /** Returns whether an entry takes one more request. */
  boolean canMergeInto(int entry) {
    return merged[entry] < merges;
  }

  /** Returns the first request of an entry. */
  int first(int entry) {
    return first[entry];
  }

  /** Takes the first request out of an entry, which ends with its last one. */
  int takeFirst(int entry) {
    int request = first[entry];
    int following = requests.next(request);
    if (following == MemoryRequests.NONE) {
      return end(entry);
    }
    first[entry] = following;
    return request;
  }

  /** Returns the sectors outstanding. */
  public int size() {
    return size;
  }

  private int end(int entry) {
    index.remove(entry);
    size--;
    free[size] = entry;
    return first[entry];
  }

  private void open(long address, int request) {
    if (size == free.length) {
      throw new IllegalStateException("no entry left for sector " + address);
    }
    int entry = free[size];
    size++;
    addresses[entry] = address;
    index.put(entry);
    first[entry] = request;
    last[entry] = request;
    merged[entry] = 1;
  }
}
