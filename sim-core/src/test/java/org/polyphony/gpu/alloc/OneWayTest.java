package org.polyphony.gpu.alloc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OneWayTest extends RangeAllocatorContract {
  @Override
  RangeAllocator create(int capacity) {
    return new OneWay(capacity);
  }

  @Test
  void takesTheLowestGapThatIsLargeEnough() {
    RangeAllocator allocator = create(100);
    allocator.take(0, 10);
    allocator.take(0, 20);
    allocator.take(0, 10);
    allocator.release(0, 10);
    allocator.release(10, 20);

    assertEquals(0, allocator.find(1, 30));
    assertEquals(40, allocator.find(1, 31));
  }

  /** GPU Maestro, Figure 5 (a), in units of 0.5 kB: kernel 0 takes 5 of 20 and ends. */
  @Test
  void leavesFragmentsWhenAKernelEndsAsInFigure5() {
    RangeAllocator allocator = create(20);
    allocator.take(0, 5);
    allocator.take(1, 6);
    allocator.take(1, 6);
    allocator.release(0, 5);

    assertEquals(8, allocator.free());
    assertEquals(RangeAllocator.NONE, allocator.find(1, 6));
    assertEquals(6, allocator.fragmented(6));
  }

  /** GPU Maestro, Figure 6: B wants a second thread block of nearly half of the registers. */
  @Test
  void fragmentsHalfOfTheRegistersInTheWorstCaseOfFigure6() {
    RangeAllocator allocator = create(65_536);
    for (int i = 0; i < 16; i++) {
      allocator.take(0, 2048); // A has the lower half
    }
    allocator.take(1, 30_720); // B; 2048 are free above it
    for (int i = 0; i < 16; i++) {
      if (i != 8) {
        allocator.release(i * 2048, 2048);
      }
    }

    assertEquals(32_768, allocator.free());
    assertEquals(RangeAllocator.NONE, allocator.find(1, 30_720));
    assertEquals(30_720, allocator.fragmented(30_720)); // 47% of the register file
  }
}
