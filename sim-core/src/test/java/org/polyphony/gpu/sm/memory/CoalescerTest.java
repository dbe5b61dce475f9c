package org.polyphony.gpu.sm.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.testing.Devices;

class CoalescerTest {
  private static final int ALL = -1;
  private final Coalescer coalescer = new Coalescer(Devices.sharedMemory());

  private static long[] strided(long base, int stride) {
    long[] lanes = new long[32];
    Arrays.setAll(lanes, lane -> base + (long) lane * stride);
    return lanes;
  }

  /** Sectors: bytes touched over 32, or one a lane when lanes lie a sector or more apart. */
  @ParameterizedTest
  @CsvSource({
    "0, 4, 4, 4",
    "0, 8, 8, 8",
    "0, 16, 16, 16",
    "0, 8, 4, 8",
    "0, 32, 4, 32",
    "0, 128, 4, 32",
    "0, 0, 4, 1",
    "4, 4, 4, 5",
    "16, 16, 16, 17",
    "28, 64, 8, 64",
    "-128, 4, 4, 4"
  })
  void findsTheSectorsOfAStride(long base, int stride, int width, int sectors) {
    assertEquals(sectors, coalescer.sectors(strided(base, stride), ALL, width, 32));
  }

  /** A warp that reads words in a row touches one line, and every fourth word four of its parts. */
  @Test
  void marksTheThirtySecondPartsOfALineThatAreWritten() {
    assertEquals(1, coalescer.sectors(strided(0, 4), ALL, 4, 128));
    assertEquals(-1, coalescer.bytes[0]);
    assertEquals(1, coalescer.sectors(strided(0, 4), 0b10001, 4, 128));
    assertEquals(0b10001, coalescer.bytes[0]);
    assertEquals(1, coalescer.sectors(strided(6, 0), 1, 4, 128));
    assertEquals(0b110, coalescer.bytes[0]);
    coalescer.sectors(strided(0, 8), 0b11, 4, 32);
    assertEquals(0x0f0f, coalescer.bytes[0]); // in a sector, the bytes
  }

  @Test
  void givesSectorsInAscendingOrderWhateverTheOrderOfLanes() {
    int count = coalescer.sectors(strided(31 * 32, -32), ALL, 4, 32);

    assertEquals(32, count);
    for (int i = 0; i < count; i++) {
      assertEquals(i * 32L, coalescer.address[i]);
    }
  }

  @Test
  void marksBothPartsOfAnAccessAcrossTwoSectors() {
    assertEquals(2, coalescer.sectors(strided(28, 0), 1, 8, 32));

    assertArrayEquals(new long[] {0, 32}, Arrays.copyOf(coalescer.address, 2));
    assertEquals(0xf0000000, coalescer.bytes[0]);
    assertEquals(0xf, coalescer.bytes[1]);
  }

  /** Sectors, or passes of atomics, of the active lanes. */
  @ParameterizedTest
  @CsvSource({
    "0, 128, 4, 1, 1", // inactive lanes do not count
    "0, 128, 0, 0, 0",
    "64, 0, -1, 1, 32", // atomics on one address one after another
    "64, 0, 31, 1, 5",
    "0, 4, -1, 4, 4" // those on different words of a sector together
  })
  void servesActiveLanes(long base, int stride, int lanes, int sectors, int atomics) {
    assertEquals(sectors, coalescer.sectors(strided(base, stride), lanes, 4, 32));
    assertEquals(atomics, coalescer.atomics(strided(base, stride), lanes, 4, 32));
  }

  @ParameterizedTest
  @CsvSource({"4, 1", "8, 2", "16, 4", "64, 16", "128, 32", "0, 1", "132, 1", "12, 1", "2, 1"})
  void needsAsManyPassesAsWordsInTheFullestBank(int stride, int passes) {
    assertEquals(passes, coalescer.bankPasses(strided(0, stride), ALL));
  }

  @Test
  void countsOnlyActiveLanesInAConflict() {
    assertEquals(2, coalescer.bankPasses(strided(0, 128), 0b101));
    assertEquals(0, coalescer.bankPasses(strided(0, 4), 0));
  }
}
