package org.polyphony.gpu.alloc;

/**
 * One-way allocation: every kernel takes the lowest place that is large enough (first fit). The
 * baseline that fragments. Source: GPU Maestro section 3.3.1, Figure 5.
 */
public final class OneWay extends RangeAllocator {
  /** The name in configs. */
  public static final String NAME = "one-way";

  public OneWay(int capacity) {
    super(capacity);
  }

  @Override
  int place(int side, int length) {
    return lowest(0, capacity(), length);
  }

  @Override
  public int boundary(int side) {
    return 0;
  }
}
