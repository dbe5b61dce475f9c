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

  private static final long SLOT = 0xffffff;

  private final MemoryRequests requests;
  private final int merges;
  private final LineIndex index;
  private final long[] table; // of an entry: address; first and last of 24 bits, and how many
  private final int[] free;
  private int size;

  /**
   * Makes an empty table.
   *
   * @param entries sectors that can be outstanding, at least 1
   * @param merges requests that one entry serves at most, at least 1
   */
  public MshrTable(int entries, int merges, MemoryRequests requests) {
    this.requests = requests;
    this.merges = merges;
    table = new long[entries * 2];
    index = new LineIndex(entries, table, 1);
    free = new int[entries];
    Arrays.setAll(free, entry -> entry);
  }

  /** Returns the entry of a sector that is outstanding, or {@link #NONE}. */
  public int find(long address) {
    return index.get(address);
  }

  public boolean canMerge(int entry) {
    return merged(entry) < merges;
  }

  /** Returns whether there is an entry left for a sector that is not outstanding. */
  public boolean canAllocate() {
    return size < free.length;
  }

  /**
   * Adds a request to an entry.
   *
   * @param request slot in the pool, which is in no other list
   * @throws IllegalStateException when {@link #canMerge} says no
   */
  public void merge(int entry, int request) {
    if (merged(entry) == merges) {
      throw new IllegalStateException("no merge left in entry " + entry);
    }
    requests.link(request, MemoryRequests.NONE);
    long list = table[entry * 2 + 1];
    requests.link((int) ((list >>> 24) & SLOT), request);
    table[entry * 2 + 1] = pack((int) (list & SLOT), request, (int) (list >>> 48) + 1);
  }

  /**
   * Ends the entry of a sector.
   *
   * @return its first request, from which {@link MemoryRequests#next} leads to the others
   */
  public int release(int entry) {
    index.remove(entry);
    size--;
    free[size] = entry;
    return (int) (table[entry * 2 + 1] & SLOT);
  }

  /** Returns the sectors outstanding. */
  public int size() {
    return size;
  }

  private int merged(int entry) {
    return (int) (table[entry * 2 + 1] >>> 48);
  }

  private static long pack(int first, int last, int merged) {
    return first | ((long) last << 24) | ((long) merged << 48);
  }

  /**
   * Makes an entry for a sector that is not outstanding.
   *
   * @param address first byte of the sector
   * @param request slot in the pool, which is in no other list
   * @return the entry
   * @throws IllegalStateException when {@link #canAllocate} says no
   */
  public int open(long address, int request) {
    if (size == free.length) {
      throw new IllegalStateException("no entry left for sector " + address);
    }
    requests.link(request, MemoryRequests.NONE);
    int entry = free[size];
    size++;
    table[entry * 2] = address;
    table[entry * 2 + 1] = pack(request, request, 1);
    index.put(entry);
    return entry;
  }
}
