package org.polyphony.gpu.alloc;

/**
 * Two-way allocation: even sides grow from the bottom, odd sides from the top, so that the free
 * space stays between them in one piece. Source: GPU Maestro section 4.2, Figure 10.
 *
 * <p>A thread block that ends in the middle of its side leaves a hole; the next one of that side
 * fills it, so that the holes move to the boundary.
 */
public final class TwoWay implements RangeAllocator {
  /** The name in configs. */
  public static final String NAME = "two-way";

  private final FreeSpace space;

  /** Makes an allocator with all of the resource free. */
  public TwoWay(int capacity) {
    space = new FreeSpace(capacity);
  }

  @Override
  public int find(int side, int length) {
    if (length == 0) {
      return 0;
    }
    return side % 2 == 0
        ? space.lowest(0, space.capacity(), length)
        : space.highest(0, space.capacity(), length);
  }

  @Override
  public int take(int side, int length) {
    int start = find(side, length);
    space.take(start, length);
    return start;
  }

  @Override
  public void release(int start, int length) {
    space.release(start, length);
  }

  @Override
  public int boundary(int side) {
    return side % 2 == 0 ? 1 : -1;
  }

  @Override
  public int capacity() {
    return space.capacity();
  }

  @Override
  public int free() {
    return space.free();
  }

  @Override
  public int fragmented(int length) {
    return space.fragmented(length);
  }
}
