package org.polyphony.gpu.mem;

/**
 * Miss status holding registers: an entry per outstanding sector, with the requests it will serve,
 * linked in order of arrival.
 */
public final class MshrTable {
  /** No entry and no request. */
  public static final int NONE = -1;

  private final MissLists lists; // by entry
  private final long[] addresses; // likewise, of the sector
  private final LineIndex index;

  /**
   * Makes an empty table.
   *
   * @param merges requests that one entry serves at most, at least 1
   */
  public MshrTable(int entries, int merges, MemoryRequests requests) {
    lists = new MissLists(entries, merges, requests);
    addresses = new long[entries];
    index = new LineIndex(entries, addresses, 0);
  }

  /** Returns the entry of a sector that is outstanding, or {@link #NONE}. */
  public int find(long address) {
    return index.get(address);
  }

  public boolean canMerge(int entry) {
    return lists.canAdd(entry);
  }

  /** Returns whether there is an entry left for a sector that is not outstanding. */
  public boolean canAllocate() {
    return lists.canOpen();
  }

  /**
   * Adds a request, which is in no other list, to an entry.
   *
   * @throws IllegalStateException when {@link #canMerge} says no
   */
  public void merge(int entry, int request) {
    if (!canMerge(entry)) {
      throw new IllegalStateException("no merge left in entry " + entry);
    }
    lists.add(entry, request);
  }

  /**
   * Ends the entry of a sector.
   *
   * @return its first request, from which {@link MemoryRequests#next} leads to the others
   */
  public int release(int entry) {
    index.remove(entry);
    return lists.release(entry);
  }

  /** Returns the sectors outstanding. */
  public int size() {
    return lists.size();
  }

  /**
   * Makes an entry for a sector that is not outstanding, with a request that is in no other list.
   *
   * @return the entry
   * @throws IllegalStateException when {@link #canAllocate} says no
   */
  public int open(long address, int request) {
    if (!canAllocate()) {
      throw new IllegalStateException("no entry left for sector " + address);
    }
    int entry = lists.open(request);
    addresses[entry] = address;
    index.put(entry);
    return entry;
  }
}
