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
    RangeAllocator allocator = new TwoNWay(100, 1);

    assertEquals(0, allocator.take(2, 10));
    assertEquals(90, allocator.take(3, 10));
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
