package org.polyphony.gpu.mem;

/**
 * Requests waiting for sectors from DRAM: one list per sector, in arrival order.
 *
 * <p>They serve as MSHRs without an associative look-up: the tags store each list's number.
 * Requests are linked through {@link MemoryRequests#next}. State per list, adjacent in memory: the
 * key of its sector, chosen by the owner; first and last request (24 bits each), and length.
 */
final class MissLists {
  private static final long SLOT = 0xffffff;

  private final MemoryRequests requests;
  private final int limit;
  private final long[] lists; // two longs each
  private final int[] free;
  private int size;

  /**
   * Creates an empty table.
   *
   * @param capacity number of lists, 1 to 65536
   * @param limit maximum requests per list, 1 to 65535
   * @throws IllegalArgumentException if there are more than 65536 lists
   */
  MissLists(int capacity, int limit, MemoryRequests requests) {
    if (capacity > 1 << 16) {
      throw new IllegalArgumentException("more than 65536 lists: " + capacity);
    }
    this.requests = requests;
    this.limit = limit;
    lists = new long[2 * capacity];
    free = new int[capacity];
    for (int list = 0; list < capacity; list++) {
      free[list] = list;
    }
  }

  boolean canOpen() {
    return size < free.length;
  }

  /** Returns the lists: a key at each even index, for an index of them. */
  long[] table() {
    return lists;
  }

  /** Creates a list with one request; returns its number. */
  int open(long key, int request) {
    assert size < free.length : "all " + size + " lists are in use";
    int list = free[size];
    size++;
    requests.link(request, MemoryRequests.NONE);
    lists[2 * list] = key;
    lists[2 * list + 1] = pack(request, request, 1);
    return list;
  }

  boolean canAdd(int list) {
    return lists[2 * list + 1] >>> 48 < limit;
  }

  /** Appends a request to a list that is not full. */
  void add(int list, int request) {
    assert canAdd(list) : "list of " + limit + " is full";
    long packed = lists[2 * list + 1];
    requests.link((int) (packed >>> 24 & SLOT), request);
    requests.link(request, MemoryRequests.NONE);
    lists[2 * list + 1] = pack((int) (packed & SLOT), request, (int) (packed >>> 48) + 1);
  }

  /** Returns the key that a list was opened with. */
  long key(int list) {
    return lists[2 * list];
  }

  int first(int list) {
    return (int) (lists[2 * list + 1] & SLOT);
  }

  /** Removes the first request of a list; removing the last one releases the list. */
  int takeFirst(int list) {
    int request = first(list);
    int following = requests.next(request);
    if (following == MemoryRequests.NONE) {
      size--;
      free[size] = list;
    } else {
      lists[2 * list + 1] = (lists[2 * list + 1] & ~SLOT) | following;
    }
    return request;
  }

  /** Releases a list; returns its first request, which links to the others. */
  int release(int list) {
    size--;
    free[size] = list;
    return first(list);
  }

  int size() {
    return size;
  }

  private static long pack(int first, int last, int count) {
    return first | ((long) last << 24) | ((long) count << 48);
  }
}
