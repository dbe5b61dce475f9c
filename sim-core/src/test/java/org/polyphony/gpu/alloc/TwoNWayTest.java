package org.polyphony.gpu.alloc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.polyphony.input.InvalidInputException;

class TwoNWayTest extends RangeAllocatorContract {
  @Override
  RangeAllocator create(int capacity) {
    return new TwoNWay(capacity, 2);
  }

  @Test
  void givesEachPairOfSidesARegionOfItsOwn() {
    RangeAllocator allocator = create(100);

    assertEquals(0, allocator.take(0, 10));
    assertEquals(40, allocator.take(1, 10));
    assertEquals(50, allocator.take(2, 10));
    assertEquals(90, allocator.take(3, 10));
  }

  @Test
  void goesToAnotherRegionWhenItsOwnHasNoPlace() {
    RangeAllocator allocator = create(100);
    allocator.take(0, 50);

    assertEquals(90, allocator.find(1, 10));
    assertEquals(RangeAllocator.NONE, allocator.find(1, 51));
  }

  @Test
  void isTwoWayWithOneRegion() {
    RangeAllocator allocator = RangeAllocators.of("two-way", 4).create(100);

    assertEquals(0, allocator.take(0, 10));
    assertEquals(80, allocator.take(1, 20));
    assertEquals(10, allocator.take(2, 10));
    assertEquals(60, allocator.take(3, 20));
  }

  /** GPU Maestro, Figure 5 (a) again: 2.5 kB and 3 kB thread blocks in 10 kB, units of 0.5 kB. */
  @Test
  void leavesOnePieceWhenAKernelEnds() {
    RangeAllocator allocator = new TwoNWay(20, 1);
    allocator.take(0, 5);
    allocator.take(1, 6);
    allocator.take(1, 6);
    allocator.release(0, 5);

    assertEquals(2, allocator.find(1, 6));
    assertEquals(0, allocator.fragmented(6));
  }

  @Test
  void movesHolesToTheBoundaryAsThreadBlocksComeAndGo() {
    RangeAllocator allocator = new TwoNWay(40, 1);
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

  @Test
  void hasARegionForEachPairOfProcesses() {
    RangeAllocator allocator = RangeAllocators.of("2n-way", 3).create(100);

    assertEquals(50, allocator.find(2, 10));
  }

  @Test
  void refusesAnUnknownName() {
    assertThrows(InvalidInputException.class, () -> RangeAllocators.of("three-way", 2));
  }
}
