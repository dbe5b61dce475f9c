package org.polyphony.gpu.alloc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every range allocator does. */
abstract class RangeAllocatorContract {
  private static final int CAPACITY = 256;

  abstract RangeAllocator create(int capacity);

  @Test
  void givesOutTheWholeResourceAndNotOneUnitMore() {
    RangeAllocator allocator = create(CAPACITY);

    assertEquals(RangeAllocator.NONE, allocator.find(0, CAPACITY + 1));
    assertEquals(0, allocator.take(0, CAPACITY));
    assertEquals(RangeAllocator.NONE, allocator.find(1, 1));
    assertEquals(0, allocator.free());
  }

  @Test
  void changesNothingWhenItRefuses() {
    RangeAllocator allocator = create(10);
    allocator.take(0, 4);

    assertThrows(IllegalStateException.class, () -> allocator.take(1, 7));

    assertEquals(6, allocator.free());
    assertEquals(allocator.find(1, 6), allocator.take(1, 6));
  }

  @Test
  void givesARangeOfNothingNoPlace() {
    RangeAllocator allocator = create(10);
    allocator.take(0, 10);

    assertEquals(0, allocator.take(0, 0));
    allocator.release(0, 0);

    assertEquals(0, allocator.free());
  }

  @Test
  void refusesToReleaseWhatIsNotTaken() {
    RangeAllocator allocator = create(10);
    int start = allocator.take(0, 4);

    assertThrows(IllegalArgumentException.class, () -> allocator.release(start, 3));
    assertThrows(IllegalArgumentException.class, () -> allocator.release(start + 1, 3));
    assertEquals(6, allocator.free());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void neverOverlapsAndAlwaysFindsAGapThatIsLargeEnough(long seed) {
    Random random = new Random(seed);
    RangeAllocator allocator = create(CAPACITY);
    boolean[] taken = new boolean[CAPACITY];
    List<int[]> ranges = new ArrayList<>();
    for (int step = 0; step < 2000; step++) {
      if (random.nextInt(3) > 0) {
        take(allocator, taken, ranges, random.nextInt(4), 1 + random.nextInt(60));
      } else if (!ranges.isEmpty()) {
        int[] range = ranges.remove(random.nextInt(ranges.size()));
        allocator.release(range[0], range[1]);
        Arrays.fill(taken, range[0], range[0] + range[1], false);
      }
      assertAgrees(allocator, taken, 1 + random.nextInt(60));
    }
  }

  private static void take(
      RangeAllocator allocator, boolean[] taken, List<int[]> ranges, int side, int length) {
    int found = allocator.find(side, length);
    assertEquals(fitting(taken, length) > 0, found != RangeAllocator.NONE);
    if (found == RangeAllocator.NONE) {
      return;
    }
    assertEquals(found, allocator.take(side, length));
    for (int i = found; i < found + length; i++) {
      assertEquals(false, taken[i], "unit given twice: " + i);
      taken[i] = true;
    }
    ranges.add(new int[] {found, length});
  }

  private static void assertAgrees(RangeAllocator allocator, boolean[] taken, int length) {
    int free = 0;
    for (boolean unit : taken) {
      free += unit ? 0 : 1;
    }
    assertEquals(free, allocator.free());
    assertEquals((free / length - fitting(taken, length)) * length, allocator.fragmented(length));
  }

  /** Counts the ranges of a length that fit, unit by unit. */
  private static int fitting(boolean[] taken, int length) {
    int count = 0;
    int run = 0;
    for (boolean unit : taken) {
      run = unit ? 0 : run + 1;
      if (run == length) {
        count++;
        run = 0;
      }
    }
    return count;
  }
}
