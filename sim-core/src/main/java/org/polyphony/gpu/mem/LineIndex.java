package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * Hash index from a 64-bit key to the entry of a table that holds the key.
 *
 * <p>Open addressing with linear probing over a power of two of at least four times the capacity;
 * removal shifts the cluster back, so that nothing is ever rebuilt. Two bytes a slot: the keys stay
 * in the table.
 */
final class LineIndex {
  /** No entry. */
  static final int NONE = -1;

  private final long[] keys; // of the table
  private final int stride; // log2 of the longs of an entry, of which the first is its key
  private final char[] entries; // entry + 1; 0 is free
  private final int mask;
  private final int shift;

  /**
   * Makes an empty index.
   *
   * @param capacity entries of the table, at most 65534
   * @param keys the table, which keeps the key of an entry while it is indexed
   * @param stride log2 of the longs of an entry in the table, of which the first is the key
   * @throws IllegalArgumentException when there are too many entries
   */
  LineIndex(int capacity, long[] keys, int stride) {
    if (capacity >= Character.MAX_VALUE) {
      throw new IllegalArgumentException("more than 65534 entries: " + capacity);
    }
    this.keys = keys;
    this.stride = stride;
    int slots = Integer.highestOneBit(Math.max(4, capacity * 2 - 1)) << 2;
    entries = new char[slots];
    mask = slots - 1;
    shift = Long.numberOfLeadingZeros(slots) + 1;
  }

  /** Returns the entry of a key, or {@link #NONE}. */
  int get(long key) {
    int slot = home(key);
    int entry;
    while ((entry = entries[slot]) != 0) {
      if (keys[(entry - 1) << stride] == key) {
        return entry - 1;
      }
      slot = (slot + 1) & mask;
    }
    return NONE;
  }

  /** Adds an entry, whose key is absent. */
  void put(int entry) {
    int slot = home(keys[entry << stride]);
    while (entries[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    entries[slot] = (char) (entry + 1);
  }

  /** Removes an entry that is indexed. */
  void remove(int entry) {
    int hole = home(keys[entry << stride]);
    while (entries[hole] != entry + 1) {
      assert entries[hole] != 0 : "not indexed: entry " + entry;
      hole = (hole + 1) & mask;
    }
    int slot = (hole + 1) & mask;
    while (entries[slot] != 0) {
      int distance = (slot - home(keys[(entries[slot] - 1) << stride])) & mask;
      if (distance >= ((slot - hole) & mask)) {
        entries[hole] = entries[slot];
        hole = slot;
      }
      slot = (slot + 1) & mask;
    }
    entries[hole] = 0;
  }

  /** Removes every entry. */
  void clear() {
    Arrays.fill(entries, (char) 0);
  }

  private int home(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (((mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L) >>> shift);
  }
}
