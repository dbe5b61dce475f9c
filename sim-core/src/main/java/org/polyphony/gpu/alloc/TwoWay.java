package org.polyphony.gpu.alloc;

/**
 * Two-way allocation: even sides grow from the bottom, odd sides from the top, so that the free
 * space stays between them in one piece. Source: GPU Maestro section 4.2, Figure 10.
 *
 * <p>A thread block that ends in the middle of its side leaves a hole; the next one of that side
 * fills it, so that the holes move to the boundary.
 */
public final class TwoWay extends RangeAllocator {
  /** The name in configs. */
  public static final String NAME = "two-way";

  public TwoWay(int capacity) {
    super(capacity);
  }

  @Override
  int place(int side, int length) {
    return side % 2 == 0 ? lowest(0, capacity(), length) : highest(0, capacity(), length);
  }

  @Override
  public int boundary(int side) {
    return side % 2 == 0 ? 1 : -1;
  }
}
