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

  private final long[] keys; // of the table, by entry
  private final char[] entries; // entry + 1; 0 is free
  private final int mask;
  private final int shift;

  /**
   * Makes an empty index.
   *
   * @param keys the key of each entry, kept by the owner while the entry is indexed
   * @throws IllegalArgumentException when there are more than 65535 entries
   */
  LineIndex(long[] keys) {
    if (keys.length > Character.MAX_VALUE) {
      throw new IllegalArgumentException("more than 65535 entries: " + keys.length);
    }
    this.keys = keys;
    int slots = Integer.highestOneBit(Math.max(4, keys.length * 2 - 1)) << 2;
    entries = new char[slots];
    mask = slots - 1;
    shift = Long.numberOfLeadingZeros(slots) + 1;
  }

  /** Returns the entry of a key, or {@link #NONE}. */
  int get(long key) {
    int slot = home(key);
    int entry;
    while ((entry = entries[slot]) != 0) {
      if (keys[entry - 1] == key) {
        return entry - 1;
      }
      slot = (slot + 1) & mask;
    }
    return NONE;
  }

  /** Adds an entry, whose key is absent. */
  void put(int entry) {
    int slot = home(keys[entry]);
    while (entries[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    entries[slot] = (char) (entry + 1);
  }

  /** Removes an entry that is indexed. */
  void remove(int entry) {
    int hole = home(keys[entry]);
    while (entries[hole] != entry + 1) {
      assert entries[hole] != 0 : "not indexed: entry " + entry;
      hole = (hole + 1) & mask;
    }
    int slot = (hole + 1) & mask;
    while (entries[slot] != 0) {
      int distance = (slot - home(keys[entries[slot] - 1])) & mask;
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
