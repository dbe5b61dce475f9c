package org.polyphony.gpu.alloc;

/**
 * 2n-way allocation: n equal regions; sides 2r and 2r + 1 share region r. The even side grows from
 * the bottom, the odd one from the top, so that free space stays contiguous between them. With one
 * region this is two-way allocation. A thread block that ends in the middle of its side leaves a
 * hole, which the side's next thread block fills, so that holes move to the boundary. Source: GPU
 * Maestro section 4.2, Figure 10.
 *
 * <p>Differs (DEVIATIONS.md 4): a range that does not fit in its region goes to another one, from
 * the same end. Otherwise a thread block larger than a region could never run, and the region of a
 * process that has left would stay empty. Fragmentation between regions is possible, as in the
 * paper.
 */
public final class TwoNWay extends RangeAllocator {
  public static final String NAME = "2n-way";

  private final int regions;

  public TwoNWay(int capacity, int regions) {
    super(capacity);
    if (regions < 1) {
      throw new IllegalArgumentException("regions is below 1: " + regions);
    }
    this.regions = regions;
  }

  @Override
  int place(int side, int length) {
    int region = side / 2 % regions;
    int start = place(side, border(region), border(region + 1), length);
    return start == NONE ? place(side, 0, capacity(), length) : start;
  }

  private int place(int side, int low, int high, int length) {
    return side % 2 == 0 ? lowest(low, high, length) : highest(low, high, length);
  }

  private int border(int region) {
    return (int) ((long) capacity() * region / regions);
  }

  @Override
  public int boundary(int side) {
    return side % 2 == 0 ? 1 : -1;
  }
}
