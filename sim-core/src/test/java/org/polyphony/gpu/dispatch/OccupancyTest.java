package org.polyphony.gpu.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy.Limit;
import org.polyphony.gpu.testing.Devices;

class OccupancyTest {
  private static final int THREADS = 3; // columns
  private static final int REGISTERS = 4;
  private static final int SHARED_BYTES = 5;
  private static final int THREAD_BLOCKS = 6;
  private static final int LIMITS = 12;
  private static final SmConfig SM = Devices.sm();

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvFileSource(resources = "occupancy-gtx980.csv", numLinesToSkip = 1)
  void equalsCudaForEachKernelOfTheBenchmarks(ArgumentsAccessor row) {
    Occupancy occupancy = Occupancy.of(SM, need(row));

    assertEquals(row.getInteger(THREAD_BLOCKS), occupancy.threadBlocks());
    assertEquals(limits(row.getString(LIMITS)), occupancy.limits());
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvFileSource(resources = "occupancy-gtx980.csv", numLinesToSkip = 1)
  void isWhatEachAllocatorReachesOnAnEmptySm(ArgumentsAccessor row) {
    ThreadBlockNeed need = need(row);

    for (String allocation : RangeAllocators.names()) {
      SmStatusTable table = new SmStatusTable(1, SM, RangeAllocators.of(allocation, 4));
      int placed = 0;
      while (table.fits(0, need, 3)) {
        table.occupy(0, 0, 0, need, 3);
        placed++;
      }
      assertEquals(row.getInteger(THREAD_BLOCKS), placed, allocation);
    }
  }

  @Test
  void isZeroForOneByteMoreSharedMemoryThanAThreadBlockMayHave() {
    assertEquals(2, Occupancy.of(SM, ThreadBlockNeed.of(SM, 32, 16, 49_152)).threadBlocks());
    assertEquals(0, Occupancy.of(SM, ThreadBlockNeed.of(SM, 32, 16, 49_153)).threadBlocks());
  }

  @Test
  void roundsRegistersOfAWarpUpToTheAllocationUnit() {
    assertEquals(2 * 768, ThreadBlockNeed.of(SM, 64, 24, 0).registers()); // 3 units of 256
    assertEquals(2 * 1024, ThreadBlockNeed.of(SM, 64, 25, 0).registers());
  }

  @Test
  void countsAPartlyFilledWarpWhole() {
    assertEquals(2, ThreadBlockNeed.of(SM, 33, 16, 0).warps());
    assertEquals(1, ThreadBlockNeed.of(SM, 32, 16, 0).warps());
  }

  @Test
  void halvesEveryResourceForAHalf() {
    ThreadBlockNeed need = ThreadBlockNeed.of(SM, 320, 64, 14_568); // LC, 3 on a whole SM

    assertEquals(1, Occupancy.ofPart(SM, need, 2).threadBlocks()); // 20,480 of 32,768
  }

  private static ThreadBlockNeed need(ArgumentsAccessor row) {
    return ThreadBlockNeed.of(
        SM, row.getInteger(THREADS), row.getInteger(REGISTERS), row.getInteger(SHARED_BYTES));
  }

  private static Set<Limit> limits(String names) {
    return Arrays.stream(names.split("\\+")).map(OccupancyTest::limit).collect(Collectors.toSet());
  }

  private static Limit limit(String name) {
    return switch (name) {
      case "regs" -> Limit.REGISTERS;
      case "smem" -> Limit.SHARED_MEMORY;
      default -> Limit.valueOf(name.toUpperCase(Locale.ROOT));
    };
  }
}
