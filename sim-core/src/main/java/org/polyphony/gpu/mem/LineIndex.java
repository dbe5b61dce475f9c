package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * Hash index from a 64-bit key to the entry of a table that holds the key.
 *
 * <p>A list of entries for each of at least twice as many hash values as there are entries. Two
 * bytes a link: the keys stay in the table.
 */
final class LineIndex {
  /** No entry. */
  static final int NONE = -1;

  private final long[] keys; // of the table
  private final int stride; // log2 of the longs of an entry, of which the first is its key
  private final char[] first; // by hash value: entry + 1; 0 is none
  private final char[] next; // by entry, likewise
  private final int shift;

  /**
   * Makes an empty index.
   *
   * @param capacity entries of the table, at most 65535
   * @param keys the table, which keeps the key of an entry while it is indexed
   * @param stride log2 of the longs of an entry in the table, of which the first is the key
   * @throws IllegalArgumentException when there are too many entries
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

  /** Adds an entry, whose key is absent. */
  void put(int entry) {
    int hash = hash(keys[entry << stride]);
    next[entry] = first[hash];
    first[hash] = (char) (entry + 1);
  }

  /** Removes an entry that is indexed. */
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

  /** Neighbouring lines, and lines a power of two apart, get values far from each other. */
  private int hash(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> shift);
  }
}
