package org.polyphony.gpu.alloc;

import java.util.Arrays;

/** The ranges of a resource that are taken, in ascending order, and the gaps between them. */
final class FreeSpace {
  private static final int FIRST_RANGES = 32;
  private final int capacity;
  private int[] starts = new int[FIRST_RANGES];
  private int[] ends = new int[FIRST_RANGES];
  private int ranges;
  private int free;

  FreeSpace(int capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity is below 0: " + capacity);
    }
    this.capacity = capacity;
    this.free = capacity;
  }

  int capacity() {
    return capacity;
  }

  int free() {
    return free;
  }

  /** Returns the lowest place inside [low, high) where a range fits, or NONE. */
  int lowest(int low, int high, int length) {
    for (int gap = 0; gap <= ranges; gap++) {
      int start = Math.max(low, gapStart(gap));
      if (start + length <= Math.min(high, gapEnd(gap))) {
        return start;
      }
    }
    return RangeAllocator.NONE;
  }

  /** Returns the highest place inside [low, high) where a range fits, or NONE. */
  int highest(int low, int high, int length) {
    for (int gap = ranges; gap >= 0; gap--) {
      int start = Math.min(high, gapEnd(gap)) - length;
      if (start >= Math.max(low, gapStart(gap))) {
        return start;
      }
    }
    return RangeAllocator.NONE;
  }

  /** Returns what ranges of this length could use of the free amount, but not as it lies. */
  int fragmented(int length) {
    if (length < 1) {
      throw new IllegalArgumentException("length is below 1: " + length);
    }
    int fitting = 0;
    for (int gap = 0; gap <= ranges; gap++) {
      fitting += (gapEnd(gap) - gapStart(gap)) / length;
    }
    return (free / length - fitting) * length;
  }

  void take(int start, int length) {
    if (start == RangeAllocator.NONE) {
      throw new IllegalStateException("no room for a range of length " + length);
    }
    if (length == 0) {
      return;
    }
    if (ranges == starts.length) {
      starts = Arrays.copyOf(starts, ranges * 2);
      ends = Arrays.copyOf(ends, ranges * 2);
    }
    int at = ranges;
    while (at > 0 && starts[at - 1] > start) {
      starts[at] = starts[at - 1];
      ends[at] = ends[at - 1];
      at--;
    }
    starts[at] = start;
    ends[at] = start + length;
    ranges++;
    free -= length;
  }

  void release(int start, int length) {
    if (length == 0) {
      return;
    }
    int at = Arrays.binarySearch(starts, 0, ranges, start);
    if (at < 0 || ends[at] != start + length) {
      throw new IllegalArgumentException("no range taken at " + start + " of length " + length);
    }
    ranges--;
    System.arraycopy(starts, at + 1, starts, at, ranges - at);
    System.arraycopy(ends, at + 1, ends, at, ranges - at);
    free += length;
  }

  private int gapStart(int gap) {
    return gap == 0 ? 0 : ends[gap - 1];
  }

  private int gapEnd(int gap) {
    return gap == ranges ? capacity : starts[gap];
  }
}
