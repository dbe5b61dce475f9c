package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * Hash index from a 64-bit key to a small number, for look-ups in tables of many ways or entries.
 *
 * <p>Open addressing with linear probing over a power of two of at least twice the capacity;
 * removal shifts the cluster back, so that there are no tombstones and nothing is ever rebuilt.
 */
final class LineIndex {
  /** No value. */
  static final int NONE = -1;

  private final long[] keys;
  private final int[] values;
  private final int mask;
  private final int shift;

  LineIndex(int capacity) {
    int slots = Integer.highestOneBit(Math.max(4, capacity * 2 - 1)) << 1;
    keys = new long[slots];
    values = new int[slots];
    Arrays.fill(values, NONE);
    mask = slots - 1;
    shift = Long.numberOfLeadingZeros(slots) + 1;
  }

  /** Returns the value of a key, or {@link #NONE}. */
  int get(long key) {
    int slot = home(key);
    int value;
    while ((value = values[slot]) != NONE) {
      if (keys[slot] == key) {
        return value;
      }
      slot = (slot + 1) & mask;
    }
    return NONE;
  }

  /** Adds a key that is absent. */
  void put(long key, int value) {
    int slot = home(key);
    while (values[slot] != NONE) {
      slot = (slot + 1) & mask;
    }
    keys[slot] = key;
    values[slot] = value;
  }

  /** Removes a key that is present. */
  void remove(long key) {
    int hole = home(key);
    while (keys[hole] != key || values[hole] == NONE) {
      assert values[hole] != NONE : "no key " + key;
      hole = (hole + 1) & mask;
    }
    int slot = (hole + 1) & mask;
    while (values[slot] != NONE) {
      int distance = (slot - home(keys[slot])) & mask;
      if (distance >= ((slot - hole) & mask)) {
        keys[hole] = keys[slot];
        values[hole] = values[slot];
        hole = slot;
      }
      slot = (slot + 1) & mask;
    }
    values[hole] = NONE;
  }

  /** Removes every key. */
  void clear() {
    Arrays.fill(values, NONE);
  }

  private int home(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> shift);
  }
}
