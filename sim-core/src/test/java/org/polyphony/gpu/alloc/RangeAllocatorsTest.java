package org.polyphony.gpu.alloc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.InvalidInputException;

/** What every range allocator does, and where each takes its ranges. */
class RangeAllocatorsTest {
  private static final int CAPACITY = 256;

  private static RangeAllocator create(String name, int capacity) {
    return RangeAllocators.of(name, 4).create(capacity);
  }

  /**
   * Steps: 0+10@20: side 0 takes 10 units and gets those from 20 on; 20-10: they are free again;
   * 1?10@20: side 1 would get 20, or nothing (-1); all@8: so many are free; cut6@6: so many of them
   * are of no use for ranges of 6.
   */
  @ParameterizedTest(name = "{0} {3}: {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          one-way | 1 | 100 | 0+10@0 0+20@10 0+10@30 0-10 10-20 1?30@0 1?31@40 \
              | the lowest gap that is large enough
          one-way | 1 | 20 | 0+5@0 1+6@5 1+6@11 0-5 all@8 1?6@-1 cut6@6 \
              | GPU Maestro, Figure 5 (a), in units of 0.5 kB: fragments when a kernel ends
          two-way | 2 | 20 | 0+5@0 1+6@14 1+6@8 0-5 1?6@2 cut6@0 | the same leaves one piece
          two-way | 2 | 40 \
              | 0+10@0 0+10@10 0+10@20 0+10@30 0-10 20-10 0+10@0 30-10 cut20@0 1?20@20 \
              | holes move to the boundary as thread blocks come and go
          two-way | 4 | 100 | 0+10@0 1+20@80 2+10@10 3+20@60 | one region for all
          2n-way | 4 | 100 | 0+10@0 1+10@40 2+10@50 3+10@90 | a region for each pair of sides
          2n-way | 3 | 100 | 2?10@50 | also for half a pair
          2n-way | 4 | 100 | 0+50@0 1?10@90 1?51@-1 | another region when its own has no place
          """)
  void takesItsRanges(String name, int processes, int capacity, String steps, String why) {
    RangeAllocator allocator = RangeAllocators.of(name, processes).create(capacity);
    for (String step : steps.split(" ", -1)) {
      if (step.matches("\\d+-\\d+")) {
        int[] range = Stream.of(step.split("-", -1)).mapToInt(Integer::parseInt).toArray();
        allocator.release(range[0], range[1]);
      } else {
        String[] sides = step.split("@", -1);
        assertEquals(Integer.parseInt(sides[1]), result(allocator, sides[0]), step + ": " + why);
      }
    }
  }

  private static int result(RangeAllocator allocator, String step) {
    if (step.equals("all")) {
      return allocator.free();
    }
    int length = Integer.parseInt(step.replaceAll(".*\\D", ""));
    int side = step.charAt(0) - '0';
    return step.startsWith("cut")
        ? allocator.fragmented(length)
        : step.contains("+") ? allocator.take(side, length) : allocator.find(side, length);
  }

  /** GPU Maestro, Figure 6: B wants a second thread block of nearly half of the registers. */
  @Test
  void fragmentsHalfOfTheRegistersInTheWorstCaseOfFigure6() {
    RangeAllocator allocator = create("one-way", 65_536);
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

  @Test
  void refusesAnUnknownName() {
    assertThrows(InvalidInputException.class, () -> RangeAllocators.of("three-way", 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"one-way", "two-way", "2n-way"})
  void givesOutTheWholeResourceAndChangesNothingWhenItRefuses(String name) {
    RangeAllocator allocator = create(name, 10);
    assertEquals(RangeAllocator.NONE, allocator.find(0, 11));
    int start = allocator.take(0, 4);

    assertThrows(IllegalStateException.class, () -> allocator.take(1, 7));
    assertThrows(IllegalArgumentException.class, () -> allocator.release(start, 3));
    assertThrows(IllegalArgumentException.class, () -> allocator.release(start + 1, 3));

    assertEquals(6, allocator.free());
    assertEquals(allocator.find(1, 6), allocator.take(1, 6));
    assertEquals(RangeAllocator.NONE, allocator.find(1, 1));
    assertEquals(0, allocator.take(0, 0)); // a range of nothing needs no place
    allocator.release(0, 0);
    assertEquals(0, allocator.free());
  }

  @ParameterizedTest
  @CsvSource({
    "one-way, 1",
    "one-way, 2",
    "one-way, 3",
    "one-way, 4",
    "one-way, 5",
    "2n-way, 1",
    "2n-way, 2",
    "2n-way, 3",
    "2n-way, 4",
    "2n-way, 5",
    "two-way, 6"
  })
  void neverOverlapsAndAlwaysFindsAGapThatIsLargeEnough(String name, long seed) {
    Random random = new Random(seed);
    RangeAllocator allocator = create(name, CAPACITY);
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
