package org.polyphony.gpu.alloc;

/**
 * One-way allocation: first fit from the bottom for every kernel. The baseline, prone to
 * fragmentation. Source: GPU Maestro section 3.3.1, Figure 5.
 */
public final class OneWay extends RangeAllocator {
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
