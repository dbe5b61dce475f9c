package org.polyphony.gpu.mem;

/**
 * Miss status holding registers: one entry per outstanding sector, with its waiting requests linked
 * in arrival order.
 */
public final class MshrTable {
  /** No entry and no request. */
  public static final int NONE = -1;

  private final MissLists lists; // by entry; the key is the sector's number
  private final LineIndex index;

  /**
   * Creates an empty table.
   *
   * @param merges maximum requests per entry, at least 1
   */
  public MshrTable(int entries, int merges, MemoryRequests requests) {
    lists = new MissLists(entries, merges, requests);
    index = new LineIndex(entries, lists.table(), 1);
  }

  /**
   * Returns the entry of an outstanding sector, or {@link #NONE}.
   *
   * @param sector its number, address / sector bytes
   */
  public int find(long sector) {
    return index.get(sector);
  }

  public boolean canMerge(int entry) {
    return lists.canAdd(entry);
  }

  /** Returns whether an entry is free for another sector. */
  public boolean canAllocate() {
    return lists.canOpen();
  }

  /**
   * Adds a request, which must be in no other list, to an entry.
   *
   * @throws IllegalStateException if {@link #canMerge} is false
   */
  public void merge(int entry, int request) {
    if (!canMerge(entry)) {
      throw new IllegalStateException("no merge left in entry " + entry);
    }
    lists.add(entry, request);
  }

  /**
   * Releases the entry of a sector.
   *
   * @return its first request; {@link MemoryRequests#next} leads to the others
   */
  public int release(int entry) {
    index.remove(entry);
    return lists.release(entry);
  }

  /** Returns the number of outstanding sectors. */
  public int size() {
    return lists.size();
  }

  /**
   * Allocates an entry for a sector that is not outstanding, with a request that is in no other
   * list.
   *
   * @return the entry
   * @throws IllegalStateException if {@link #canAllocate} is false
   */
  public int open(long sector, int request) {
    if (!canAllocate()) {
      throw new IllegalStateException("no entry left for sector " + sector);
    }
    int entry = lists.open(sector, request);
    index.put(entry);
    return entry;
  }
}
