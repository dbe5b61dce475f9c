package org.polyphony.gpu.alloc;

import java.util.Arrays;

/**
 * Allocates contiguous ranges of a one-dimensional SM resource, registers or shared memory. A range
 * of length 0 needs no space and always fits. Source: GPU Maestro sections 3.3.1 and 4.2.
 *
 * <p>{@code side} numbers the processes whose thread blocks share the SM, from 0; an allocator may
 * place them in different areas. State: the allocated ranges, in ascending order, with gaps between
 * them.
 */
public abstract class RangeAllocator {
  /** No free range of this length is available to the side. */
  public static final int NONE = -1;

  private static final int FIRST_RANGES = 32;

  private final int capacity;
  private int[] starts = new int[FIRST_RANGES];
  private int[] ends = new int[FIRST_RANGES];
  private int ranges;
  private int free;

  /** Creates the allocator of one resource of one SM. */
  @FunctionalInterface
  public interface Factory {
    /** Returns an allocator with the whole capacity free. */
    RangeAllocator create(int capacity);
  }

  RangeAllocator(int capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity is below 0: " + capacity);
    }
    this.capacity = capacity;
    this.free = capacity;
  }

  /** Returns the start for a range of length 1 or more, or {@link #NONE}. */
  abstract int place(int side, int length);

  /**
   * Returns which end of a side is its boundary, where thread blocks should leave first: 1 for the
   * highest range, -1 for the lowest, 0 if it makes no difference. Source: GPU Maestro Figure 10
   * (b).
   */
  public abstract int boundary(int side);

  /** Returns where {@link #take} would place a range now, or {@link #NONE}. */
  public final int find(int side, int length) {
    return length == 0 ? 0 : place(side, length);
  }

  /**
   * Allocates a range.
   *
   * @return its start
   * @throws IllegalStateException if it does not fit
   */
  public final int take(int side, int length) {
    int start = find(side, length);
    if (start == NONE) {
      throw new IllegalStateException("no room for a range of length " + length);
    }
    if (length > 0) {
      insert(start, length);
    }
    return start;
  }

  private void insert(int start, int length) {
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

  /**
   * Frees a range.
   *
   * @throws IllegalArgumentException if no such range is allocated
   */
  public final void release(int start, int length) {
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

  public final int capacity() {
    return capacity;
  }

  public final int free() {
    return free;
  }

  /**
   * Returns the free amount that ranges of this length could use if it were contiguous, but cannot
   * use now. A remainder too small for another range does not count. Source: GPU Maestro Figure 6.
   */
  public final int fragmented(int length) {
    if (length < 1) {
      throw new IllegalArgumentException("length is below 1: " + length);
    }
    int fitting = 0;
    for (int gap = 0; gap <= ranges; gap++) {
      fitting += (gapEnd(gap) - gapStart(gap)) / length;
    }
    return (free / length - fitting) * length;
  }

  /** Returns the lowest start of a free range inside [low, high), or NONE. */
  final int lowest(int low, int high, int length) {
    for (int gap = 0; gap <= ranges; gap++) {
      int start = Math.max(low, gapStart(gap));
      if (start + length <= Math.min(high, gapEnd(gap))) {
        return start;
      }
    }
    return NONE;
  }

  /** Returns the highest start of a free range inside [low, high), or NONE. */
  final int highest(int low, int high, int length) {
    for (int gap = ranges; gap >= 0; gap--) {
      int start = Math.min(high, gapEnd(gap)) - length;
      if (start >= Math.max(low, gapStart(gap))) {
        return start;
      }
    }
    return NONE;
  }

  private int gapStart(int gap) {
    return gap == 0 ? 0 : ends[gap - 1];
  }

  private int gapEnd(int gap) {
    return gap == ranges ? capacity : starts[gap];
  }
}
