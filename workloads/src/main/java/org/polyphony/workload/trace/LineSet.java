package org.polyphony.workload.trace;

/**
 * A set of memory lines of 128 bytes: a hash table from a group of 64 lines to the bits of those
 * present, so that a dense footprint of 1 GiB takes 4 MiB.
 */
final class LineSet {
  static final int LINE_BYTES = 128;
  private static final int LINE_SHIFT = 7;

  private long[] groups = new long[1 << 10]; // group number + 1; 0 is free
  private long[] present = new long[1 << 10];
  private int groupCount;
  private long lineCount;

  /** Adds the line that holds an address. */
  void add(long address) {
    long line = address >>> LINE_SHIFT;
    int slot = slotOf((line >>> 6) + 1);
    long bit = 1L << line;
    if ((present[slot] & bit) == 0) {
      present[slot] |= bit;
      lineCount++;
    }
    if (groupCount * 2 > groups.length) {
      grow();
    }
  }

  private int slotOf(long group) {
    int slot = (int) ((group * 0x9E3779B97F4A7C15L) >>> 32) & (groups.length - 1);
    while (groups[slot] != group) {
      if (groups[slot] == 0) {
        groups[slot] = group;
        groupCount++;
        break;
      }
      slot = (slot + 1) & (groups.length - 1);
    }
    return slot;
  }

  private void grow() {
    long[] oldGroups = groups;
    long[] oldPresent = present;
    groups = new long[oldGroups.length * 2];
    present = new long[oldGroups.length * 2];
    groupCount = 0;
    for (int i = 0; i < oldGroups.length; i++) {
      if (oldGroups[i] != 0) {
        present[slotOf(oldGroups[i])] = oldPresent[i];
      }
    }
  }

  long size() {
    return lineCount;
  }
}
