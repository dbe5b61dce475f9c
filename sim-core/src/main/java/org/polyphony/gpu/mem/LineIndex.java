package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * Hash index from 64-bit keys to the table entries that hold them.
 *
 * <p>Chained hashing with at least twice as many buckets as entries. Links take two bytes; the keys
 * stay in the table.
 */
final class LineIndex {
  /** No entry. */
  static final int NONE = -1;

  private final long[] keys; // the keys, in the table
  private final int stride; // log2 of the longs per entry, the first of which is its key
  private final char[] first; // by bucket: entry + 1; 0 is none
  private final char[] next; // by entry: entry + 1; 0 is none
  private final int shift;

  /**
   * Creates an empty index.
   *
   * @param capacity entries of the table, at most 65535
   * @param keys the table; must not change an entry's key while it is indexed
   * @param stride log2 of the longs per entry in the table, the first of which is the key
   * @throws IllegalArgumentException if there are too many entries
   */
  LineIndex(int capacity, long[] keys, int stride) {
    if (capacity > Character.MAX_VALUE) {
      throw new IllegalArgumentException("more than 65535 entries: " + capacity);
    }
    this.keys = keys;
    this.stride = stride;
    int values = Integer.highestOneBit(Math.max(4, capacity * 2 - 1)) << 1;
    first = new char[values];
    next = new char[capacity];
    shift = Long.numberOfLeadingZeros(values) + 1;
  }

  /** Returns the entry of a key, or {@link #NONE}. */
  int get(long key) {
    int link = first[hash(key)];
    while (link != 0 && keys[(link - 1) << stride] != key) {
      link = next[link - 1];
    }
    return link - 1;
  }

  /** Adds an entry, whose key must be absent. */
  void put(int entry) {
    int hash = hash(keys[entry << stride]);
    next[entry] = first[hash];
    first[hash] = (char) (entry + 1);
  }

  /** Removes an indexed entry. */
  void remove(int entry) {
    int hash = hash(keys[entry << stride]);
    int link = first[hash];
    if (link == entry + 1) {
      first[hash] = next[entry];
      return;
    }
    while (next[link - 1] != entry + 1) {
      link = next[link - 1];
    }
    next[link - 1] = next[entry];
  }

  void clear() {
    Arrays.fill(first, (char) 0);
  }

  /** Spreads power-of-two strides; keys that differ in the lowest two bits stay neighbors. */
  private int hash(long key) {
    return (int) (((key >>> 2) * 0x9E3779B97F4A7C15L) >>> shift) ^ ((int) key & 3);
  }
}
