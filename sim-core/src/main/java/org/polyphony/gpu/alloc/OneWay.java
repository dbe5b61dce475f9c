package org.polyphony.gpu.alloc;

/**
 * One-way allocation: every kernel takes the lowest place that is large enough (first fit). The
 * baseline that fragments. Source: GPU Maestro section 3.3.1, Figure 5.
 */
public final class OneWay implements RangeAllocator {
  /** The name in configs. */
  public static final String NAME = "one-way";

  private final FreeSpace space;

  /** Makes an allocator with all of the resource free. */
  public OneWay(int capacity) {
    space = new FreeSpace(capacity);
  }

  @Override
  public int find(int side, int length) {
    return length == 0 ? 0 : space.lowest(0, space.capacity(), length);
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
    return 0;
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
