package org.polyphony.gpu.alloc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TwoWayTest extends RangeAllocatorContract {
  @Override
  RangeAllocator create(int capacity) {
    return new TwoWay(capacity);
  }

  @Test
  void growsEvenSidesFromTheBottomAndOddSidesFromTheTop() {
    RangeAllocator allocator = create(100);

    assertEquals(0, allocator.take(0, 10));
    assertEquals(80, allocator.take(1, 20));
    assertEquals(10, allocator.take(0, 10));
    assertEquals(60, allocator.take(1, 20));
  }

  /** GPU Maestro, Figure 5 (a) again: 2.5 kB and 3 kB thread blocks in 10 kB, units of 0.5 kB. */
  @Test
  void leavesOnePieceWhenAKernelEnds() {
    RangeAllocator allocator = create(20);
    allocator.take(0, 5);
    allocator.take(1, 6);
    allocator.take(1, 6);
    allocator.release(0, 5);

    assertEquals(2, allocator.find(1, 6));
    assertEquals(0, allocator.fragmented(6));
  }

  @Test
  void movesHolesToTheBoundaryAsThreadBlocksComeAndGo() {
    RangeAllocator allocator = create(40);
    for (int i = 0; i < 4; i++) {
      allocator.take(0, 10);
    }
    allocator.release(0, 10);
    allocator.release(20, 10);
    allocator.take(0, 10); // fills the hole at 0
    allocator.release(30, 10);

    assertEquals(0, allocator.fragmented(20));
    assertEquals(20, allocator.find(1, 20));
  }
}
